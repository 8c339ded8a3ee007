import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { histogram, RATE, Scraping, START } from "../testing/scraping.ts";
import type { Sender, Series } from "../testing/scraping.ts";
import { createTestApp } from "../testing/test-app.ts";
import type { TestApp } from "../testing/test-app.ts";

let world: TestApp;
let app: Scraping;
beforeAll(async () => {
  world = await createTestApp();
  app = new Scraping(world);
});
afterAll(() => world.close());

const pair = (label: string): [Sender, Sender] => [
  { external: { [label]: "prometheus-0" } },
  { external: { [label]: "prometheus-1" }, offset: 7 },
];

describe("two replicas of one Prometheus", () => {
  it.each(["__replica__", "prometheus_replica", "replica"])("count once by the label %s", async (label) => {
    const job = `by-${label.replaceAll("_", "x")}`;
    await app.scrape(job, 600, pair(label));
    // From its first reading to the last.
    expect(await app.counted(job)).toBe(585 * RATE);
    const { replicas, total } = await app.trafficOf(job);
    expect(total.errors).toBe(0);
    expect(replicas.map(({ name, isCounted }) => [name, isCounted])).toEqual([
      ["prometheus-0", true],
      ["prometheus-1", false],
    ]);
  });

  it("count once if both labels differ", async () => {
    const senders = pair("__replica__").map(({ external, ...sender }) => {
      return { ...sender, external: { ...external, prometheus_replica: external["__replica__"] ?? "" } };
    });
    await app.scrape("both-labels", 300, senders);
    expect(await app.counted("both-labels")).toBe(285 * RATE);
  });

  it.each([
    ["the one that is counted", 0],
    ["the one that is standing by", 1],
  ])("lose and double nothing if %s dies, and if it comes back", async (_, dying) => {
    const job = `dies-${dying}`;
    const senders = pair("__replica__");
    const [dead, other] = dying === 0 ? senders : senders.toReversed();
    if (dead === undefined || other === undefined) throw new Error("not a pair");
    const lives = [
      { ...dead, until: 300 },
      { ...dead, from: 900 },
    ];
    const began = await app.scrape(job, 1_200, [...lives, other]);
    const last = dying === 0 ? 1_192 : 1_185;
    expect(await app.counted(job)).toBe(last * RATE);
    expect(await app.busiestSecond(job, began)).toBe(RATE);
    const { gaps, replicas } = await app.trafficOf(job);
    expect(gaps).toEqual([]);
    expect(replicas.map(({ isCounted }) => isCounted)).toEqual(dying === 0 ? [false, true] : [true, false]);
  });

  it("count once if they scrape every minute", async () => {
    const [first, second] = pair("__replica__");
    await app.scrape("minutes", 900, [{ ...first, until: 400 }, second], { every: 60 });
    expect(await app.counted("minutes")).toBe(847 * RATE);
  });

  it.each([20, -20])("count once if the clock of one is %i seconds ahead, and it dies", async (ahead) => {
    const job = ahead > 0 ? "clock-ahead" : "clock-behind";
    const [first, second] = pair("__replica__");
    const began = await app.scrape(job, 900, [{ ...first, ahead, until: 450 }, second]);
    expect(await app.counted(job)).toBe(892 * RATE);
    // Moving back to its own clock, time passes a twentieth faster.
    expect(await app.busiestSecond(job, began)).toBeLessThanOrEqual(RATE * 1.1);
  });

  it("go on with the same counters under another name after each restart", async () => {
    const lives = [0, 1, 2, 3].map((life) => ({
      external: { __replica__: `prometheus-${life}` },
      from: life * 300,
      until: life * 300 + 240,
    }));
    await app.scrape("renamed", 1_200, lives);
    expect(await app.counted("renamed")).toBe(1_125 * RATE);
    const likely = lives.map(({ external, ...life }) => ({
      ...life,
      external: { replica: external.__replica__ },
    }));
    await app.scrape("renamed-likely", 1_200, likely);
    expect(await app.counted("renamed-likely")).toBe(1_125 * RATE);
  });

  it("have an election of their own in each workspace and for each service", async () => {
    const [first, second] = pair("__replica__");
    const foreign = { ...second, token: world.foreign.ingestToken };
    await app.scrape("shared", 300, [first, foreign]);
    expect(await app.counted("shared")).toBe(285 * RATE);
    expect(await app.counted("shared", world.foreign.workspaceId)).toBe(285 * RATE);
  });
});

describe("an upgrade", () => {
  it.each([
    ["__replica__", "upgraded"],
    ["prometheus_replica", "upgraded-likely"],
  ])("goes on with what each replica counted by the label %s, without a jump", async (label, job) => {
    const { replicaLabels } = world.deps;
    const senders = pair(label);
    world.deps.replicaLabels = { sure: [], likely: [], finds: false };
    await app.scrape(job, 300, senders);
    const before = await app.counted(job);
    expect(before).toBe(285 * 2 * RATE);
    world.deps.replicaLabels = replicaLabels;
    const began = await app.scrape(job, 300, senders, { served: 300 });
    expect(await app.counted(job)).toBe(before + 300 * RATE);
    expect(await app.busiestSecond(job, began)).toBe(RATE);
    // A source, its target, its election, and the names that its job sends.
    expect(await app.rowsOf(job)).toBe(4);
  });

  it("goes on with counters of a Prometheus that gets the label only now", async () => {
    const [first] = pair("__replica__");
    await app.scrape("labelled-later", 300, [{ external: {} }]);
    await app.scrape("labelled-later", 300, [first], { served: 300 });
    expect(await app.counted("labelled-later")).toBe(585 * RATE);
  });
});

describe("senders whose label is an ordinary one", () => {
  it("add up if they are shards that scrape other targets", async () => {
    const shards = [0, 1].map((shard) => ({
      external: { replica: `${shard}` },
      offset: shard * 7,
      tags: { instance: `10.0.0.${shard}:8080` },
    }));
    await app.scrape("shards", 300, shards);
    expect(await app.counted("shards")).toBe(2 * 285 * RATE);
    expect((await app.trafficOf("shards")).replicas).toEqual([]);
  });

  it("add up if they are pods that one Prometheus scrapes", async () => {
    for (let second = 0; second < 300; second += 15) {
      const series = [0, 1].flatMap((pod) => {
        return histogram(START + second * RATE, { job: "pods", replica: `${pod}` });
      });
      await app.write(series, app.nowMillis());
      world.test.pass(15);
    }
    expect(await app.counted("pods")).toBe(2 * 285 * RATE);
  });

  it("add up if nothing else differs, but they count something else", async () => {
    const pods = [0, 1].map((pod) => ({
      external: { replica: `${pod}` },
      offset: pod * 7,
      rate: RATE * (pod + 1),
    }));
    const early = { served: 500_000 };
    await app.scrape("sidecars", 600, pods, early);
    const [first, second] = [585 * RATE, 585 * 2 * RATE];
    const all = await app.counted("sidecars");
    expect(all).toBeLessThanOrEqual(first + second);
    // It takes two minutes until that is certain.
    expect(all).toBeGreaterThanOrEqual(first + second - 150 * 2 * RATE);
    await app.scrape("sidecars", 300, pods, { served: 500_600 });
    expect(await app.counted("sidecars")).toBe(all + 300 * 3 * RATE);
  });
});

describe("two senders of the same counters that differ in any label", () => {
  /** How many are at most each bound: of two processes, a little differently. */
  const SHARES = { "0.01": 0.1, "0.05": 0.3, "0.1": 0.5, "0.5": 0.7, "1": 0.9, "5": 0.97 };
  const drawn = (requests: number, drift: number): Series => {
    const name = "http_request_duration_seconds";
    const common = { instance: "10.0.0.1:8080", code: "200", path: "/" };
    const buckets = Object.entries({ ...SHARES, "+Inf": 1 }).map(([le, share]) => ({
      labels: { ...common, __name__: `${name}_bucket`, le },
      value: Math.floor(requests * (le === "+Inf" ? 1 : share * drift)),
    }));
    const sum = { labels: { ...common, __name__: `${name}_sum` }, value: requests * 0.2 };
    return [...buckets, sum];
  };
  async function send(
    job: string,
    tags: readonly Record<string, string>[],
    drifts: readonly number[],
    served = 0,
  ) {
    for (let round = 0; round < 40; round++)
      for (const [at, own] of tags.entries()) {
        const series = drawn(START + (served + round * 15 + at * 7) * 2, drifts[at] ?? 1);
        await app.write(
          series.map(({ labels, value }) => ({ labels: { ...labels, job, ...own }, value })),
          app.nowMillis(),
        );
        world.test.pass(at === 0 ? 7 : 8);
        if (round % 8 === 7) await app.counted(job).catch(() => 0);
      }
  }

  it("are named, and count once from then on", async () => {
    await send("monitors", [{ monitor: "eu-a" }, { monitor: "eu-b" }], [1, 1]);
    const { readTwice } = await app.trafficOf("monitors");
    expect(readTwice).toMatchObject([{ label: "monitor", values: ["eu-a", "eu-b"], isCountedOnce: true }]);
    // Two minutes, until it is certain that they are replicas, count twice at most.
    const before = await app.counted("monitors");
    expect(before).toBeGreaterThanOrEqual(585 * 2);
    expect(before).toBeLessThan(585 * 2 * 2);
    await send("monitors", [{ monitor: "eu-a" }, { monitor: "eu-b" }], [1, 1], 600);
    expect(await app.counted("monitors")).toBe(before + 600 * 2);
    // Which of them depends on when it was found.
    const { replicas } = await app.trafficOf("monitors");
    expect(replicas.map(({ name }) => name)).toEqual(["eu-a", "eu-b"]);
    expect(replicas.filter(({ isCounted }) => isCounted)).toHaveLength(1);
  });

  it("aren't reported if they only rise alike", async () => {
    await send("alike", [{ monitor: "eu-a" }, { monitor: "eu-b" }], [1, 1.001]);
    expect((await app.trafficOf("alike")).readTwice).toEqual([]);
    expect(await app.counted("alike")).toBe(585 * 2 * 2);
  });

  it("are only named if the label is that of a process", async () => {
    await send("addresses", [{ instance: "10.0.0.1:80" }, { instance: "app:80" }], [1, 1]);
    const { readTwice } = await app.trafficOf("addresses");
    expect(readTwice).toMatchObject([{ label: "instance", isCountedOnce: false }]);
    expect(await app.counted("addresses")).toBe(585 * 2 * 2);
  });
});
