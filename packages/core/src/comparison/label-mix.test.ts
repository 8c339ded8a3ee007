import { describe, expect, it } from "vitest";
import { drawRun } from "../testing/drawn-runs.ts";
import type { DrawnRun } from "../testing/drawn-runs.ts";
import { seededRandom } from "../random.ts";
import { atMixOf, movedLabels } from "./label-mix.ts";
import type { LabelledRun } from "./label-mix.ts";
import { resampleRun } from "./resample-run.ts";
import type { SlicedRun } from "./sliced-run.ts";

const CHEAP_MICROS = 20_000;
const DEAR_MICROS = 100_000;

/** So many requests of each label in a slice. */
function labelled(cheap: number, dear: number, { seed = 1, slower = 1 } = {}): LabelledRun {
  const draw = (more: DrawnRun) => drawRun({ slices: 120, ...more });
  const labels = [
    draw({ seed, perSlice: cheap, medianMicros: CHEAP_MICROS * slower }),
    draw({ seed: seed + 50, perSlice: dear, medianMicros: DEAR_MICROS * slower }),
  ];
  const [one, other] = labels as [SlicedRun, SlicedRun];
  return { whole: joined(one, other), labels };
}

function joined(one: SlicedRun, other: SlicedRun): SlicedRun {
  const requests = one.requests.map((count, at) => count + (other.requests[at] ?? 0));
  return { ...one, requests };
}

const p50Of = (run: SlicedRun | null) =>
  run === null ? null : (resampleRun(run, 50).estimates.p50.value ?? 0);
const atOwnMix = (run: LabelledRun) => p50Of(atMixOf(run, run)) ?? NaN;

describe("a run at the mix of another one", () => {
  const reference = labelled(60, 40);

  it("has the latencies of that other one, if no label changed", () => {
    const other = labelled(40, 60, { seed: 2 });
    expect(atOwnMix(other) / atOwnMix(reference)).toBeGreaterThan(1.5);
    const weighted = atMixOf(reference, other);
    expect((p50Of(weighted) ?? 0) / atOwnMix(reference)).toBeCloseTo(1, 1);
    expect(weighted?.requests[0]).toBeCloseTo(100);
  });

  it("shows that all labels got slower, also where their mix got cheaper", () => {
    const other = labelled(80, 20, { seed: 2, slower: 1.3 });
    expect(atOwnMix(other)).toBeLessThan(atOwnMix(reference));
    expect((p50Of(atMixOf(reference, other)) ?? 0) / atOwnMix(reference)).toBeCloseTo(1.3, 1);
  });

  it("isn't known where a label is gone, isn't known, or has other slices", () => {
    const other = labelled(50, 50);
    expect(atMixOf(reference, labelled(100, 0))).toBeNull();
    expect(atMixOf({ ...reference, labels: reference.labels.slice(0, 1) }, other)).toBeNull();
    const [cheap] = other.labels as [SlicedRun];
    const short = { ...cheap, requests: cheap.requests.slice(1) };
    expect(atMixOf(reference, { ...other, labels: [short, ...other.labels.slice(1)] })).toBeNull();
  });
});

describe("which labels moved", () => {
  const mix = (requests: number, shares: Record<string, number>) => ({
    requests,
    labels: new Map(Object.entries(shares)),
  });
  const namesOf = (before: Record<string, number>, after: Record<string, number>, requests = 10_000) =>
    movedLabels(mix(requests, before), mix(requests, after)).map(({ label }) => label);

  it("is told with those that moved most first, those that are new or gone too", () => {
    expect(namesOf({ a: 0.6, b: 0.4 }, { a: 0.55, b: 0.25, c: 0.2 })).toEqual(["c", "b", "a"]);
    expect(namesOf({ a: 0.995, b: 0.005 }, { a: 0.985, b: 0.015 })).toEqual(["b"]);
  });

  it("isn't told of chance: requests drawn at random hardly ever move", () => {
    const random = seededRandom(7);
    const draw = () => {
      let a = 0;
      for (let at = 0; at < 2_000; at++) a += random() < 0.6 ? 1 : 0;
      return { a: a / 2_000, b: 1 - a / 2_000 };
    };
    const moved = Array.from({ length: 500 }, () => namesOf(draw(), draw(), 2_000).length);
    expect(moved.filter((count) => count > 0)).toEqual([]);
    expect(namesOf({ a: 0.6, b: 0.4 }, { a: 0.5, b: 0.5 }, 100)).toEqual([]);
    expect(movedLabels(mix(0, { a: 1 }), mix(10, { b: 1 }))).toEqual([]);
  });
});
