import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples, testSamples, TEST_WEB_URL } from "../testing/index.ts";
import type { Sample } from "../testing/index.ts";
import { getComparison } from "./get.ts";

let world: Importing;
let before: string;
let after: string;
beforeAll(async () => {
  world = await Importing.open();
  before = await upload({ experiment: "Mix", target: ["p99 <= 130 ms"], environment: "staging" });
  after = await upload({ experiment: "Mix" }, slower);
});
afterAll(() => world.close());

const upload = async (parameters: object, samples: readonly Sample[] = testSamples): Promise<string> =>
  (await world.upload(parameters, sampleSource(samples))).answer.run.id;

/** Twice as slow, without its cart label and with a new checkout label. */
const slower = testSamples.map((sample): Sample => ({
  ...sample,
  label: sample.label === "GET /cart" ? "POST /checkout" : sample.label,
  latencyMicros: sample.latencyMicros * 2,
}));

const compare = (runIds: string[], more: object = {}) =>
  getComparison({ ctx: world.home.viewer, input: { runIds, webUrl: TEST_WEB_URL, ...more } });

describe("a comparison", () => {
  it("has letters, windows, figures and changes of every run against the first", async () => {
    const { runs, reference, whole } = await compare([before, after]);
    expect(reference).toBe(0);
    expect(runs.map(({ letter, id }) => [letter, id])).toEqual([
      ["A", before],
      ["B", after],
    ]);
    expect(runs[0]?.url).toBe(`${TEST_WEB_URL}/runs/${before}`);
    const p99 = whole.find(({ metric }) => metric === "p99");
    // With four digits.
    expect(p99?.values).toEqual(runs.map(({ summary }) => Number(summary.latencyMs.p99?.toPrecision(4))));
    expect(p99?.changes[0]).toBeNull();
    expect(p99?.changes[1]).toMatchObject({
      direction: "worse",
      words: { times: expect.stringMatching(/^(1.99|2.00)x slower$/) },
    });
    expect(p99?.targets[0]).toMatchObject({
      metric: { kind: "percentile", percent: 99 },
      threshold: 130,
      verdict: "met",
    });
    expect(p99?.targets[1]).toMatchObject({ verdict: "missed" });
  });

  it("names new and vanished labels before those that both have", async () => {
    const { labels } = await compare([before, after]);
    expect(labels.total).toBe(3);
    expect(labels.rows.map(({ label, state, requests }) => [label, state, requests])).toEqual([
      ["GET /cart", "vanished", [3_998, null]],
      ["POST /checkout", "new", [null, 3_998]],
      ["GET /search", "shared", [1_999, 1_999]],
    ]);
    expect(labels.rows[2]?.worst).toEqual({ metric: "p99", run: 1 });
    expect(labels.sortedAmong).toBeNull();
  });

  it("sorts labels by one metric: a label with the most errors isn't the slowest", async () => {
    const failing = testSamples.map((sample, at): Sample =>
      sample.label === "GET /cart"
        ? { ...sample, failed: at % 5 === 0 }
        : { ...sample, latencyMicros: sample.latencyMicros + 10_000 },
    );
    const other = await upload({ experiment: "Mix" }, failing);
    const order = async (sort: "p99" | "error-rate") =>
      (await compare([before, other], { sort })).labels.rows.map(({ label, worst }) => [
        label,
        worst?.metric,
      ]);
    expect(await order("p99")).toEqual([
      ["GET /search", "p99"],
      ["GET /cart", undefined],
    ]);
    expect((await order("error-rate"))[0]).toEqual(["GET /cart", "error-rate"]);
  });

  it("turns round with its reference", async () => {
    const { whole, reference } = await compare([before, after], { reference: after });
    expect(reference).toBe(1);
    const p99 = whole.find(({ metric }) => metric === "p99");
    expect(p99?.changes[0]).toMatchObject({
      words: { times: expect.stringMatching(/^(1.99|2.00)x faster$/) },
    });
    expect(p99?.changes[1]).toBeNull();
  });

  it("says in what the runs differ, and vetoes where most requests are of other labels", async () => {
    const [{ comparable, differences } = { comparable: true, differences: [] }] = (
      await compare([before, after])
    ).comparability;
    expect(comparable).toBe(false);
    expect(differences.map(({ kind, severity }) => [kind, severity])).toEqual([["label-mix", "veto"]]);
  });

  it("compares what was offered, and not what was achieved of it", async () => {
    const offered = (perSecond: number, rate: number, startSeconds: number) =>
      sampleSource(
        steadySamples({ seconds: 120, perSecond, startSeconds }),
        { loadModel: "open" },
        (sink) => {
          const id = sink.gauge("offered rate", "req/s");
          for (let second = 0; second < 120; second++) sink.measure(id, (startSeconds + second) * 1e6, rate);
        },
      );
    const run = async (perSecond: number, rate: number, startSeconds: number) => {
      const metadata = { experiment: "Offered", commit: `c${startSeconds}` };
      return (await world.upload(metadata, offered(perSecond, rate, startSeconds))).answer.run.id;
    };
    const [first, second, more] = [
      await run(53, 90, 1_700_000_000),
      await run(44, 90, 1_700_001_000),
      await run(53, 120, 1_700_002_000),
    ];
    const found = async (...runIds: string[]) => {
      const [one] = (await compare(runIds)).comparability;
      const words = one?.differences.map((difference) => difference.words) ?? [];
      return { words, alike: one?.alike ?? [] };
    };
    const same = await found(first, second);
    expect(same.alike).toEqual(expect.arrayContaining(["offered-load", "load-shape"]));
    expect(same.words).toContain(
      "Both runs fell short of their expected requests: the reference achieved 58.9%, the other run 48.9%.",
    );
    expect(same.words.join(" ")).not.toContain("The offered load differs");
    expect((await found(first, more)).words).toContain(
      "The offered load differs: 90.0 → 120 req/s (+33.3%).",
    );
  });

  it("compares what each run was meant to send, if its upload says so", async () => {
    const run = async (rate: number, startSeconds: number) => {
      const source = sampleSource(steadySamples({ seconds: 120, perSecond: 50, startSeconds }));
      const stated = {
        experiment: "Stated",
        commit: `c${startSeconds}`,
        rate: String(rate),
        generators: "1",
      };
      return (await world.upload(stated, source)).answer.run.id;
    };
    const [first, second] = [await run(100, 1_700_000_000), await run(150, 1_700_001_000)];
    const [one] = (await compare([first, second])).comparability;
    expect(one?.differences.map(({ words }) => words)).toContain(
      "The offered load differs: 100 → 150 req/s (+50.0%).",
    );
  });

  it("takes runs of any experiment", async () => {
    const other = await upload({ experiment: "Other" });
    const { comparability } = await compare([before, other]);
    expect(comparability[0]).toMatchObject({ run: 1, comparable: true });
    expect(comparability[0]?.differences.map(({ kind }) => kind)).toContain("experiment");
  });
});

describe("who may", () => {
  const gone = { code: "not-found" };

  it("a foreign workspace's run is as none, whichever place it has", async () => {
    const asForeign = (runIds: string[]) =>
      getComparison({ ctx: world.foreign.owner, input: { runIds, webUrl: TEST_WEB_URL } });
    await expect(asForeign([before, after])).rejects.toMatchObject(gone);
    await expect(compare([before, world.test.services.newId()])).rejects.toMatchObject(gone);
    await expect(compare([before, "nonsense"])).rejects.toMatchObject(gone);
  });

  it("a token limited to another service sees nothing of it", async () => {
    const service = await world.upload({ service: "Search", experiment: "Own" });
    const serviceId = await world.inHome(async (tx) => {
      const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: service.answer.run.id } });
      return run.serviceId;
    });
    const actor = { kind: "token", id: world.test.services.newId(), scopes: ["read"], serviceId } as const;
    const ctx = { ...world.home.owner, actor };
    await expect(
      getComparison({ ctx, input: { runIds: [before, after], webUrl: TEST_WEB_URL } }),
    ).rejects.toMatchObject(gone);
  });

  it("needs the right to read, two to twenty runs, none twice, and a reference among them", async () => {
    const writer = { kind: "token", id: "x", scopes: ["ingest"], serviceId: null } as const;
    const ctx = { ...world.home.owner, actor: writer };
    await expect(
      getComparison({ ctx, input: { runIds: [before, after], webUrl: TEST_WEB_URL } }),
    ).rejects.toMatchObject({ code: "scope-missing" });
    await expect(compare([before])).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(compare([before, before])).rejects.toMatchObject({ field: "runs" });
    await expect(compare([before, after], { reference: world.test.services.newId() })).rejects.toMatchObject({
      field: "reference",
    });
  });
});
