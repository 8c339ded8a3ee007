import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { seededRandom } from "../random.ts";
import { bucketNoise } from "./bucket-noise.ts";
import type { RunNoise } from "./resample-run.ts";
import type { EarlierRun } from "./sides.ts";
import { compareFamily } from "./statistics.ts";

const BOUNDS = [10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100, 125, 150, 200].map((ms) => ms * 1_000);

/** Lognormal latencies in 60 slices, as a source with such buckets reports them. */
function drawn(medianMs: number, random: () => number, perSlice = 100): RunNoise {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const slices = Array.from({ length: 60 }, (): Cell => {
    const counts = [...BOUNDS, Infinity].map(() => 0);
    let sumMicros = 0;
    for (let at = 0; at < perSlice; at++) {
      const micros = medianMs * 1_000 * Math.exp(0.4 * normal());
      const bucket = BOUNDS.findIndex((bound) => micros <= bound);
      const index = bucket < 0 ? BOUNDS.length : bucket;
      counts[index] = (counts[index] ?? 0) + 1;
      sumMicros += micros;
    }
    const distribution = { kind: "buckets" as const, upperBoundsMicros: BOUNDS, counts };
    return { ...emptyCell(), requests: perSlice, items: perSlice, sumMicros, distribution };
  });
  const noise = bucketNoise(slices, { sliceSeconds: 60, errorsTold: true });
  if (noise === null) throw new Error("drawn cells hold buckets");
  return noise;
}

function earlierOf({ estimates, ranges, requests, errors }: RunNoise, id: string): EarlierRun {
  return {
    id,
    figures: {
      throughput: estimates.throughput.value,
      itemsThroughput: estimates.items.value,
      errorRate: estimates["error-rate"].value,
      latencyMs: { mean: estimates.mean.value, p50: null, p90: null, p95: null, p99: null, "p99.9": null },
      latencyIntervalsMs: ranges,
    },
    requests,
    errors,
  };
}

const compare = (
  before: RunNoise,
  after: RunNoise,
  more: Partial<Parameters<typeof compareFamily>[0][number]> = {},
) =>
  new Map(
    compareFamily([{ before: [before], after: [after], earlier: [], veto: null, ...more }])[0]?.map((one) => [
      one.metric,
      one,
    ]),
  );

const CHANGED = new Set(["improved", "regressed"]);

describe("two runs whose source has buckets", () => {
  const random = seededRandom(5);
  const before = drawn(37, random);
  const after = drawn(26, random);
  const earlier = [Array.from({ length: 7 }, (_, at) => earlierOf(drawn(37, random), `${at}`))];

  it("say by how much a percentile changed where its ranges don't overlap", () => {
    const p50 = compare(before, after).get("p50");
    expect(p50).toMatchObject({ verdict: "differs", before: null, after: null });
    expect(p50?.reasons).toMatchObject([
      { code: "ranges-apart", before: { low: 35, high: 40 }, after: { low: 25, high: 30 } },
      { code: "scatter-unknown" },
    ]);
    expect(p50?.interval).toEqual({ low: 25 / 40, high: 30 / 35 });
  });

  it("have improved where all earlier runs were slower, and only then", () => {
    expect(compare(before, after, { earlier }).get("p50")?.verdict).toBe("improved");
    expect(compare(after, before, { earlier: [earlier[0]?.slice(0, 6) ?? []] }).get("p50")?.verdict).toBe(
      "differs",
    );
    const asFast = [[...(earlier[0] ?? []), earlierOf(drawn(26, random), "fast")]];
    const varied = compare(before, after, { earlier: asFast }).get("p50");
    expect(varied).toMatchObject({ verdict: "differs", reasons: [{}, { code: "as-earlier" }] });
  });

  it("of live traffic say it as well, and no more", () => {
    const p50 = compare(before, after, { liveTraffic: true }).get("p50");
    expect(p50).toMatchObject({
      verdict: "differs",
      reasons: [{ code: "ranges-apart" }, { code: "traffic-varies" }],
    });
    const same = compare(before, before, { liveTraffic: true }).get("p50");
    expect(same?.verdict).toBe("not-tested");
  });

  it("have an exact mean, which is tested", () => {
    const mean = compare(before, after, { earlier }).get("mean");
    expect(mean?.verdict).toBe("improved");
    expect(mean?.ratio).toBeCloseTo(26 / 37, 1);
    expect(compare(before, after).get("throughput")?.verdict).toBe("no-detectable-change");
  });

  it("never changed by moving to the next bound", () => {
    for (const [one, other] of [
      [39.9, 40.1],
      [34.9, 35.1],
      [29.8, 30.2],
    ] as const) {
      const moved = compare(drawn(one, random), drawn(other, random), { earlier }).get("p50");
      expect([one, CHANGED.has(moved?.verdict ?? "")]).toEqual([one, false]);
    }
  });

  it("that are alike are called changed by a range in at most 2.5% of 200 pairs", () => {
    const alike = Array.from({ length: 200 }, (_, at) => {
      const median = 20 + 30 * random();
      const runs = Array.from({ length: 9 }, () => drawn(median, random, 30));
      const [one, other, ...rest] = runs;
      if (one === undefined || other === undefined) throw new Error("no runs");
      const found = compare(one, other, { earlier: [rest.map((run, of) => earlierOf(run, `${at} ${of}`))] });
      return [...found.values()].some(
        ({ metric, verdict }) =>
          metric.startsWith("p") && verdict !== "no-detectable-change" && verdict !== "not-tested",
      );
    });
    expect(alike.filter(Boolean).length).toBeLessThanOrEqual(5);
  });
});
