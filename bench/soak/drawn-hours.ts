import { emptyCell, HOUR_SECONDS, resampleRun, Sketch, sliceRun } from "@headroom/core";
import type { EarlierRun, RunNoise } from "@headroom/core";
import { lognormalMicros, normal } from "../drawn-latencies.ts";

const SLICES = 120;
const SLICE_SECONDS = 30;
const REQUESTS_A_SLICE = 100;

export interface DrawnHour {
  /** Hour of the day. */
  start: number;
  /** Of the swings, with a deviation of 5%. */
  swingSeconds: number;
  /** Of the day, in logarithms. */
  day: number;
  /** How many times as long requests take as usual. */
  slower?: number;
}

/** An hour of one service: slower when it is busy, which it is at some hours more than at others, with slow swings. */
export function drawHour(
  { start, swingSeconds, day, slower = 1 }: DrawnHour,
  random: () => number,
): RunNoise {
  const kept = Math.exp(-SLICE_SECONDS / swingSeconds);
  let swing = normal(random);
  const cells = Array.from({ length: SLICES }, (_, at) => {
    swing = kept * swing + Math.sqrt(1 - kept ** 2) * normal(random);
    const hour = start + (at * SLICE_SECONDS) / HOUR_SECONDS;
    const busy = Math.sin((2 * Math.PI * (hour - 9)) / 24);
    const requests = Math.round(REQUESTS_A_SLICE * (1 + 0.6 * busy) * Math.exp(0.05 * swing));
    const micros = lognormalMicros(random, 20_000 * slower * Math.exp(0.1 * busy + 0.05 * swing + day), 0.6);
    const all = new Sketch();
    for (let request = 0; request < requests; request++) all.add(micros());
    return {
      ...emptyCell(),
      requests,
      items: requests,
      distribution: { kind: "sketch" as const, all, failed: null },
    };
  });
  const sliced = sliceRun(cells, { sliceSeconds: SLICE_SECONDS });
  if (sliced === null) throw new Error("drawn cells hold sketches");
  return resampleRun(sliced, 200);
}

export function ofSummary({ estimates, requests, errors }: RunNoise, at: number): EarlierRun {
  return {
    id: `${at}`,
    requests,
    errors,
    figures: {
      throughput: estimates.throughput.value,
      itemsThroughput: estimates.items.value,
      errorRate: estimates["error-rate"].value,
      latencyMs: {
        p50: estimates.p50.value,
        p90: estimates.p90.value,
        p95: estimates.p95.value,
        p99: estimates.p99.value,
        "p99.9": estimates["p99.9"].value,
      },
    },
  };
}
