import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { DEFAULT_RULES, ReplicaScan, REPLICA_LABELS, TrafficFold } from "@headroom/core";
import { movePosition, readPositions } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partitionOf } from "../live/batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import { addMetrics } from "../run/live/add-metrics.ts";
import { LiveClient, TEST_LIVE_LIMITS } from "../testing/live.ts";
import { now, Traffic } from "../testing/traffic.ts";
import { SourceMemory } from "./source-memory.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open({ counts: false });
});
afterAll(() => traffic.world.close());

const base = now() - 2_400;

/** What a replica reads at a second after the beginning, by code. */
interface Scrape {
  replica: string;
  second: number;
  counts: Record<string, number>;
  /** Since when it has read the counter, or the counter counts. */
  start?: number;
  label?: string;
}

function foldOf({ replica, second, counts, start, label = "__replica__" }: Scrape): TrafficFold {
  const atMicros = (base + second) * 1e6;
  const fold = new TrafficFold({
    rules: DEFAULT_RULES,
    foldPaths: true,
    nowMicros: Date.now() * 1_000,
    keyOf: (text) => text,
    isNews: () => true,
    replicas: new ReplicaScan(REPLICA_LABELS),
  });
  for (const [code, value] of Object.entries(counts)) {
    const number = fold.series({
      name: "http_requests_total",
      field: null,
      unit: null,
      kind: "counter",
      temporality: "cumulative",
      tags: Object.entries({ code, instance: "10.0.0.1:80", job: "shop", [label]: replica }),
    });
    fold.number(number, { atMicros, startMicros: start === undefined ? null : (base + start) * 1e6 }, value);
  }
  return fold;
}

/** It arrives a second later. */
async function send(service: string, scrape: Scrape): Promise<string> {
  const ctx = { ...traffic.world.ci, clock: () => new Date((base + scrape.second + 1) * 1_000) };
  return traffic.send(service, foldOf(scrape), randomUUID(), ctx);
}

function count(memory = new SourceMemory(), maxSources = 1_000): Promise<unknown> {
  const { world } = traffic;
  return aggregate({ services: world.test.services, log: world.log, memory, maxSources });
}

async function deliver(service: string, scrapes: readonly Scrape[]): Promise<string> {
  let id = "";
  const memory = new SourceMemory();
  for (const scrape of scrapes) {
    id = await send(service, scrape);
    await count(memory);
  }
  return id;
}

const requestsOf = async (id: string) => (await traffic.totalOf(id, 1)).requests;
const errorsOf = async (id: string) => (await traffic.totalOf(id, 1)).errors;

/** Both read it every 15 seconds, the second one 7 seconds after the first, which dies after `until`. */
function pair(seconds: number, { until = seconds, at }: { until?: number; at: (second: number) => number }) {
  const scrapes: Scrape[] = [];
  for (let second = 0; second < seconds; second += 15) {
    if (second < until) scrapes.push({ replica: "a", second, counts: { "200": at(second) } });
    scrapes.push({ replica: "b", second: second + 7, counts: { "200": at(second + 7) } });
  }
  return scrapes;
}

const tenASecond = (second: number) => 1_000 + second * 10;

type Action = "send" | "forget" | { count: "one" | "other" | "both" } | { setBack: number };

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant("send" as const) },
    { weight: 4, arbitrary: fc.record({ count: fc.constantFrom("one", "other", "both") }) },
    { weight: 1, arbitrary: fc.constant("forget" as const) },
    { weight: 1, arbitrary: fc.record({ setBack: fc.nat(3) }) },
  ),
  { minLength: 20, maxLength: 40 },
);

async function act(service: string, plan: readonly Action[], scrapes: readonly Scrape[]): Promise<string> {
  const { world } = traffic;
  const { id } = await traffic.intake.serviceOf(world.ci, service);
  const partition = partitionOf(world.log, world.home.workspaceId, id);
  const position = async () => (await readPositions(world.test.db)).get(partition) ?? 0;
  const places = [await position()];
  const left = [...scrapes];
  const other = new SourceMemory();
  let one = new SourceMemory();
  const sendNext = async () => {
    const next = left.shift();
    if (next !== undefined) await send(service, next);
  };
  for (const action of plan) {
    if (action === "send") await sendNext();
    else if (action === "forget") one = new SourceMemory();
    else if ("count" in action) {
      if (action.count === "both") await Promise.all([count(one), count(other)]);
      else await count(action.count === "one" ? one : other);
      places.push(await position());
    } else {
      const [from, to] = [await position(), places[action.setBack] ?? Infinity];
      if (to < from) await world.test.db.asJobs((tx) => movePosition(tx, { partition, from, to }));
    }
  }
  while (left.length > 0) await sendNext();
  await count(one);
  await count(other);
  await count();
  return id;
}

describe("the election of a replica", () => {
  it("is the same for several processes, in any turn, after restarts and with positions set back", async () => {
    const scrapes = pair(300, { until: 100, at: tenASecond });
    const last = scrapes.at(-1)?.second ?? 0;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(actions, async (plan) => {
        const id = await act(`Elected ${(run += 1)}`, plan, scrapes);
        expect(await requestsOf(id)).toBe(last * 10);
      }),
      { numRuns: 8 },
    );
  });

  it("takes a later start of the other one for no restart, and a restart for one", async () => {
    const scrapes = pair(300, { until: 100, at: tenASecond }).map((scrape) => {
      return { ...scrape, start: scrape.replica === "a" ? -3_000 : 95 };
    });
    const id = await deliver("Starts", scrapes);
    expect(await requestsOf(id)).toBe(292 * 10);
    // 40 requests since it began again, more than it had counted before.
    const again = { replica: "b", second: 307, start: 300, counts: { "200": 10_000 } };
    await deliver("Starts", [again]);
    expect(await requestsOf(id)).toBe(292 * 10 + 10_000);
  });

  it("is of all series of a target: the first errors of an outage count where they happened", async () => {
    const healthy = pair(600, { at: tenASecond });
    const failing = (second: number) => ({ "200": tenASecond(second), "500": 300 });
    const scrapes = [
      ...healthy,
      // The one that isn't counted sees them first.
      { replica: "b", second: 600, counts: failing(600) },
      { replica: "a", second: 602, counts: failing(602) },
      { replica: "b", second: 615, counts: failing(615) },
    ];
    const id = await deliver("Outage", scrapes);
    expect(await errorsOf(id)).toBe(300);
    expect(await requestsOf(id)).toBe(602 * 10 + 300);
  });

  it("goes to the other one where the counted one doesn't have a series", async () => {
    const scrapes = pair(600, { at: tenASecond }).map(({ counts, ...scrape }): Scrape => {
      const all = { ...counts, "404": counts["200"] ?? 0 };
      return { ...scrape, counts: scrape.replica === "a" && scrape.second > 300 ? counts : all };
    });
    const id = await deliver("Partly", scrapes);
    // What the other one reads is 8 seconds ahead of it, and those are counted in the next of its readings.
    expect(await requestsOf(id)).toBeGreaterThan(585 * 10 + 500 * 10);
    expect(await requestsOf(id)).toBeLessThanOrEqual(585 * 10 + 592 * 10);
  });

  it("needs no place for replicas that are standing by", async () => {
    const memory = new SourceMemory();
    let id = "";
    for (const scrape of pair(300, { at: tenASecond })) {
      id = await send("Places", scrape);
      // The source, its target and its election.
      await count(memory, 3);
    }
    expect(await requestsOf(id)).toBe(285 * 10);
    const row = await traffic.inHome((tx) =>
      tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId: id } }),
    );
    expect(row.leftOutAt).toBeNull();
    expect(await traffic.inHome((tx) => tx.prisma.trafficSource.count({ where: { serviceId: id } }))).toBe(3);
  });

  it("doesn't grow with names that never come again", async () => {
    const scrapes = Array.from({ length: 60 }, (_, at): Scrape => {
      const second = at * 15;
      return { replica: `${"x".repeat(300)}-${at}`, second, counts: { "200": tenASecond(second) } };
    });
    const id = await deliver("Names", scrapes);
    const row = await traffic.inHome((tx) =>
      tx.prisma.traffic.findUniqueOrThrow({ where: { serviceId: id } }),
    );
    expect(row.replicas).toHaveLength(20);
    const stored = await traffic.inHome((tx) =>
      tx.prisma.trafficSource.findMany({ where: { serviceId: id } }),
    );
    expect(Math.max(...stored.map(({ state }) => state.length))).toBeLessThan(2_000);
  });
});

describe("a live run", () => {
  it("counts the replicas of a collector once", async () => {
    const { world } = traffic;
    const client = new LiveClient(world);
    const run = await client.open();
    for (const scrape of pair(300, { at: tenASecond })) {
      const ctx = { ...world.ci, clock: () => new Date((base + scrape.second + 1) * 1_000) };
      const input = {
        run,
        traffic: foldOf(scrape).finish(),
        digest: randomUUID(),
        bytesIn: 100,
        limits: TEST_LIVE_LIMITS,
      };
      await addMetrics({ ctx, intake: world.intake, input });
    }
    await count();
    const finishing = client.finish(run);
    const counts: Promise<unknown>[] = [];
    const counting = setInterval(() => counts.push(count()), 50);
    const { summary } = await finishing.finally(() => clearInterval(counting));
    await Promise.all(counts);
    expect(summary.requests).toBe(285 * 10);
  });
});
