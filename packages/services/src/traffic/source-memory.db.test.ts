import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { encodeDistribution, mergeAllCells } from "@headroom/core";
import { movePosition, readPositions } from "@headroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partitionOf } from "../live/batch-log.ts";
import { aggregate } from "../run/live/aggregate.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { SourceMemory } from "./source-memory.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open({ counts: false });
});
afterAll(() => traffic.world.close());

const base = now() - 900;
const PARTS = [
  ["_bucket", "0.1", 2],
  ["_bucket", "0.5", 5],
  ["_bucket", "+Inf", 7],
  ["_count", null, 7],
  ["_sum", null, 3],
] as const;
/** The bodies of five scrapes: the parts of a histogram come over two connections. */
const BODIES = Array.from({ length: 10 }, (_, at) => ({ scrape: at >> 1, connection: at & 1 }));

async function send(service: string, at: number): Promise<string> {
  const { scrape, connection } = BODIES[at] ?? { scrape: 0, connection: 0 };
  const second = base + scrape * 10;
  let id = "";
  for (const [suffix, le, each] of PARTS.filter((_, part) => part % 2 === connection)) {
    const value = each * (100 + scrape * (scrape + 1));
    const tags = { job: "shop", instance: "a", route: "/pay", ...(le === null ? {} : { le }) };
    const series = { name: `http_request_duration_seconds${suffix}`, field: null };
    id = await traffic.send(service, bodyOf([{ second, value, tags }], series), randomUUID());
  }
  return id;
}

function count(memory: SourceMemory): Promise<unknown> {
  const { world } = traffic;
  return aggregate({ services: world.test.services, log: world.log, memory });
}

async function storedOf(id: string): Promise<[second: number, requests: number, bytes: string][]> {
  const bySecond = Map.groupBy(await traffic.cellsOf(id, 1), ({ second }) => second);
  return [...bySecond]
    .sort(([a], [b]) => a - b)
    .map(([second, own]) => {
      const { requests, distribution } = mergeAllCells(own.map(({ cell }) => cell));
      return [second, requests, Buffer.from(encodeDistribution(distribution).all ?? []).toString("hex")];
    });
}

type Action = "send" | { repeat: number } | { count: "one" | "other" | "both" } | { setBack: number };

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant("send" as const) },
    { weight: 2, arbitrary: fc.record({ repeat: fc.nat(5) }) },
    { weight: 4, arbitrary: fc.record({ count: fc.constantFrom("one", "other", "both") }) },
    { weight: 1, arbitrary: fc.record({ setBack: fc.nat(3) }) },
  ),
  { minLength: 15, maxLength: 30 },
);

/** Two that count in turn, each remembering what it has counted itself. */
class Counters {
  readonly #one = new SourceMemory();
  readonly #other = new SourceMemory();

  async count(by: "one" | "other" | "both"): Promise<void> {
    if (by === "both") await Promise.all([count(this.#one), count(this.#other)]);
    else await count(by === "one" ? this.#one : this.#other);
  }
}

async function act(service: string, id: string, { plan, counters }: { plan: Action[]; counters: Counters }) {
  const { world } = traffic;
  const partition = partitionOf(world.log, world.home.workspaceId, id);
  const position = async () => (await readPositions(world.test.db)).get(partition) ?? 0;
  const places = [await position()];
  let sent = 0;
  for (const action of plan) {
    if (action === "send") {
      if (sent < BODIES.length) await send(service, sent++);
    } else if ("repeat" in action) {
      if (sent > action.repeat) await send(service, sent - 1 - action.repeat);
    } else if ("count" in action) {
      await counters.count(action.count);
      places.push(await position());
    } else {
      const [from, to] = [await position(), places[action.setBack] ?? Infinity];
      if (to < from) await world.test.db.asJobs((tx) => movePosition(tx, { partition, from, to }));
    }
  }
  while (sent < BODIES.length) await send(service, sent++);
  await counters.count("both");
  await world.counted();
}

describe("sources that are remembered by those who count them", () => {
  it("count the same as if they were read each time, in any turn, with repeats and positions set back", async () => {
    const plain = await traffic.intake.serviceOf(traffic.world.ci, "Plain");
    for (const at of BODIES.keys()) {
      await send("Plain", at);
      await count(new SourceMemory());
    }
    await traffic.world.counted();
    const expected = await storedOf(plain.id);
    expect(expected.reduce((sum, [, requests]) => sum + requests, 0)).toBe(7 * 4 * 5);
    const counters = new Counters();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(actions, async (plan) => {
        const service = `Remembered ${(run += 1)}`;
        const { id } = await traffic.intake.serviceOf(traffic.world.ci, service);
        await act(service, id, { plan, counters });
        expect(await storedOf(id)).toEqual(expected);
      }),
      { numRuns: 6 },
    );
  });
});
