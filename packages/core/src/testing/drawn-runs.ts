import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { Sketch } from "../sketch/sketch.ts";
import { seededRandom } from "../random.ts";
import { resampleRun } from "../comparison/resample-run.ts";
import type { RunNoise } from "../comparison/resample-run.ts";
import { sliceRun } from "../comparison/sliced-run.ts";
import type { SlicedRun } from "../comparison/sliced-run.ts";
import type { EarlierRun } from "../comparison/sides.ts";

export interface DrawnRun {
  seed: number;
  slices?: number;
  perSlice?: number;
  medianMicros?: number;
  sigma?: number;
  /** In which slices a request failed; once for each. */
  errorsIn?: readonly number[];
  /** From one slice to the next, of the logarithm of latency. */
  correlation?: number;
  swing?: number;
  resolutionMicros?: number;
}

/** A run of lognormal latencies, cut into slices of a second. For tests. */
export function drawRun(options: DrawnRun): SlicedRun {
  const { seed, slices = 60, perSlice = 50, medianMicros = 20_000, sigma = 0.5 } = options;
  const { errorsIn = [], correlation = 0, swing = 0, resolutionMicros = 1 } = options;
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let state = normal();
  const cells = Array.from({ length: slices }, (_, at): Cell | null => {
    state = correlation * state + Math.sqrt(1 - correlation ** 2) * normal();
    const all = new Sketch();
    for (let request = 0; request < perSlice; request++) {
      const micros = medianMicros * Math.exp(swing * state + sigma * normal());
      all.add(Math.max(1, Math.round(micros / resolutionMicros) * resolutionMicros));
    }
    const errors = errorsIn.filter((slice) => slice === at).length;
    return perSlice === 0
      ? null
      : {
          ...emptyCell(),
          requests: perSlice,
          items: perSlice,
          errors,
          sumMicros: all.sum,
          distribution: { kind: "sketch", all, failed: null },
        };
  });
  const sliced = sliceRun(cells, { sliceSeconds: 1, resolutionMicros });
  if (sliced === null) throw new Error("drawn cells hold sketches");
  return sliced;
}

export function drawNoise(options: DrawnRun): RunNoise {
  return resampleRun(drawRun(options));
}

/** What is stored of an earlier run. */
export function drawEarlier(options: DrawnRun): EarlierRun {
  const { estimates, requests, errors } = drawNoise(options);
  return {
    id: `${options.seed}`,
    figures: {
      throughput: estimates.throughput.value,
      itemsThroughput: estimates.items.value,
      errorRate: estimates["error-rate"].value,
      latencyMs: {
        mean: estimates.mean.value,
        p50: estimates.p50.value,
        p90: estimates.p90.value,
        p95: estimates.p95.value,
        p99: estimates.p99.value,
        "p99.9": estimates["p99.9"].value,
      },
    },
    requests,
    errors,
  };
}
