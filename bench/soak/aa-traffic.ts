/*
 * How often two stretches of live traffic of one unchanged service are called different. The service is slower when it is
 * busy, at some hours more than at others; it has slow swings, and days differ.
 */
import { parseArgs } from "node:util";
import {
  compareFamily,
  type EarlierRun,
  emptyCell,
  type MetricStatistic,
  type RunNoise,
  resampleRun,
  seededRandom,
  Sketch,
  sliceRun,
} from "@headroom/core";
import { lognormalMicros, normal } from "../drawn-latencies.ts";
import { Tally, type Told } from "./aa-tally.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "100" },
    seed: { type: "string", default: "2022" },
  },
});
const pairs = Number(values.pairs);
const SLICES = 120;
const SLICE_SECONDS = 30;
const REQUESTS_A_SLICE = 100;
const EARLIER = [0, 3, 7, 12];
const LATENCIES = new Set(["p50", "p90", "p95", "p99"]);

interface Law {
  name: string;
  /** Of the swings, with a deviation of 5%. */
  swingSeconds: number;
  anyHour: boolean;
}

const LAWS: readonly Law[] = [
  { name: "always at the same hour, swings of 5 minutes", swingSeconds: 300, anyHour: false },
  { name: "always at the same hour, swings of 20 minutes", swingSeconds: 1_200, anyHour: false },
  { name: "at any hour, swings of 5 minutes", swingSeconds: 300, anyHour: true },
];

for (const law of LAWS) for (const liveTraffic of [false, true]) measure(law, liveTraffic);

function measure(law: Law, liveTraffic: boolean): void {
  const random = seededRandom(Number(values.seed));
  const tally = new Tally();
  const intervals = EARLIER.map((earlier) => ({ earlier, all: 0, holding: 0 }));
  for (let pair = 0; pair < pairs; pair++) {
    const windows = Array.from({ length: Math.max(...EARLIER) + 2 }, () => drawHour(law, random));
    for (const row of intervals) {
      const metrics = compare(windows, row.earlier, liveTraffic);
      tally.add(row.earlier, worstOf(metrics));
      const interval = metrics.find(({ metric }) => metric === "p50")?.interval ?? null;
      if (interval === null) continue;
      row.all++;
      if (interval.low <= 1 && (interval.high ?? Infinity) >= 1) row.holding++;
    }
  }
  const covered = intervals.map(
    ({ earlier, all, holding }) => `${earlier}: ${all === 0 ? "none" : `${holding} of ${all}`}`,
  );
  console.log(`${law.name}, ${liveTraffic ? "as live traffic" : "as load tests"}`);
  console.log(`  improved or regressed / differs   ${tally.words(EARLIER, pairs)}`);
  console.log(`  p50 intervals that contain 1      ${covered.join("   ")}`);
}

/** The first two hours, with so many of the others as earlier runs. */
function compare(windows: readonly RunNoise[], earlier: number, liveTraffic: boolean): MetricStatistic[] {
  const [before, after, ...others] = windows;
  if (before === undefined || after === undefined) throw new Error("a pair has two hours");
  const list = others.slice(0, earlier).map(toEarlier);
  const pair = { before: [before], after: [after], earlier: [list], liveTraffic, veto: null };
  return compareFamily([pair])[0] ?? [];
}

function worstOf(metrics: readonly MetricStatistic[]): Told {
  const told = metrics.flatMap(({ metric, verdict }) => (LATENCIES.has(metric) ? [toldOf(verdict)] : []));
  return (["real", "differs"] as const).find((one) => told.includes(one)) ?? "nothing";
}

/** An hour of the unchanged service. */
function drawHour({ swingSeconds, anyHour }: Law, random: () => number): RunNoise {
  const start = anyHour ? random() * 24 : 14;
  const day = 0.02 * normal(random);
  const kept = Math.exp(-SLICE_SECONDS / swingSeconds);
  let swing = normal(random);
  const cells = Array.from({ length: SLICES }, (_, at) => {
    swing = kept * swing + Math.sqrt(1 - kept ** 2) * normal(random);
    const hour = start + (at * SLICE_SECONDS) / 3_600;
    const busy = Math.sin((2 * Math.PI * (hour - 9)) / 24);
    const requests = Math.round(REQUESTS_A_SLICE * (1 + 0.6 * busy) * Math.exp(0.05 * swing));
    const micros = lognormalMicros(random, 20_000 * Math.exp(0.1 * busy + 0.05 * swing + day), 0.6);
    const all = new Sketch();
    for (let request = 0; request < requests; request++) all.add(micros());
    return {
      ...{ ...emptyCell(), requests, items: requests },
      distribution: { kind: "sketch" as const, all, failed: null },
    };
  });
  const sliced = sliceRun(cells, { sliceSeconds: SLICE_SECONDS });
  if (sliced === null) throw new Error("drawn cells hold sketches");
  return resampleRun(sliced, 200);
}

function toEarlier({ estimates, requests, errors }: RunNoise, at: number): EarlierRun {
  return {
    ...{ id: `${at}`, requests, errors },
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

function toldOf(verdict: string): Told {
  if (verdict === "improved" || verdict === "regressed") return "real";
  return verdict === "differs" ? "differs" : "nothing";
}
