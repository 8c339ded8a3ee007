import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { SourceWatch } from "./one-counter.ts";
import type { ReadTwice } from "./one-counter.ts";

const BOUNDS = [0.01, 0.05, 0.1, 0.5, 1];

/** A process that answers requests with drawn latencies. */
class Counter {
  readonly #chance: () => number;
  readonly atMost = BOUNDS.map(() => 0);
  count = 0;
  sumMicros = 0;

  constructor(seed: number) {
    this.#chance = seededRandom(seed);
  }

  serve(requests: number): void {
    for (let request = 0; request < requests; request++) {
      const seconds = 0.01 * Math.exp(3 * this.#chance() * this.#chance());
      this.count += 1;
      this.sumMicros += seconds * 1e6;
      for (const [at, bound] of BOUNDS.entries())
        if (seconds <= bound * (0.3 + this.#chance())) this.atMost[at] = (this.atMost[at] ?? 0) + 1;
    }
    for (let at = 1; at < BOUNDS.length; at++)
      this.atMost[at] = Math.max(this.atMost[at] ?? 0, this.atMost[at - 1] ?? 0);
  }

  read(second: number, tags: Record<string, string>) {
    return {
      metric: "http_request_duration_seconds",
      tags: Object.entries({ job: "shop", path: "/", ...tags }),
      reading: {
        atMicros: second * 1e6,
        startMicros: null,
        count: this.count,
        sumMicros: this.sumMicros,
        atMost: this.atMost.map((count, at) => [(BOUNDS[at] ?? 0) * 1e6, count] as const),
      },
    };
  }
}

interface Pair {
  one: Counter;
  other: Counter;
  tags?: readonly [Record<string, string>, Record<string, string>];
  scrapes?: number;
  each?: number;
  /** By how many seconds the clock of the second sender is ahead. */
  ahead?: number;
}

/** Two senders that read in turn, while the counters go on. */
function watch({ one, other, tags, scrapes = 40, each = 5, ahead = 0 }: Pair): ReadTwice | null {
  const [first, second] = tags ?? [{ monitor: "a" }, { monitor: "b" }];
  const senders = new SourceWatch();
  let found: ReadTwice | null = null;
  for (let at = 0; at < scrapes; at++) {
    for (const counter of new Set([one, other])) counter.serve(each);
    found ??= senders.take(one.read(at * 15, first));
    for (const counter of new Set([one, other])) counter.serve(each);
    found ??= senders.take(other.read(at * 15 + 7 + ahead, second));
  }
  return found;
}

const served = (seed: number, requests = 20_000) => {
  const counter = new Counter(seed);
  counter.serve(requests);
  return counter;
};

describe("two sources", () => {
  it("are one counter if their readings interleave in each bucket", () => {
    const counter = served(1);
    expect(watch({ one: counter, other: counter })).toEqual({ label: "monitor", values: ["a", "b"] });
  });

  it("aren't until one was read 20 times between readings of the other", () => {
    const counter = served(1);
    expect(watch({ one: counter, other: counter, scrapes: 10 })).toBeNull();
  });

  it("are two if they only rise alike, also if a balancer gives both the same number of requests", () => {
    for (let seed = 0; seed < 60; seed++)
      for (const requests of [0, 1_000, 20_000])
        expect(
          watch({ one: served(seed * 2 + 1, requests), other: served(seed * 2 + 2, requests) }),
        ).toBeNull();
  });

  it("aren't certain to be one while little was counted, or nothing happens", () => {
    const [young, idle] = [new Counter(3), served(4)];
    expect(watch({ one: young, other: young, each: 30 })).toBeNull();
    expect(watch({ one: idle, other: idle, each: 0 })).toBeNull();
  });

  it("are left alone if they differ in several labels, in none, or if a clock is wrong", () => {
    const counter = served(5);
    const one = { monitor: "a", zone: "1" };
    expect(watch({ one: counter, other: counter, tags: [one, { monitor: "b", zone: "2" }] })).toBeNull();
    expect(watch({ one: counter, other: counter, tags: [one, one] })).toBeNull();
    expect(watch({ one: counter, other: counter, ahead: 20 })).toBeNull();
  });
});
