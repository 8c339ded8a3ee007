/*
 * How often two stretches of live traffic of one unchanged service are called different. The service is slower when it is
 * busy, at some hours more than at others; it has slow swings, and days differ.
 */
import { parseArgs } from "node:util";
import { compareFamily, seededRandom } from "@headroom/core";
import type { MetricStatistic, RunNoise } from "@headroom/core";
import { Tally } from "./aa-tally.ts";
import type { Told } from "./aa-tally.ts";
import { drawHour, ofSummary } from "./drawn-hours.ts";
import { normal } from "../drawn-latencies.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "100" },
    seed: { type: "string", default: "2022" },
  },
});
const pairs = Number(values.pairs);
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
    const windows = Array.from({ length: Math.max(...EARLIER) + 2 }, () => {
      const start = law.anyHour ? random() * 24 : 14;
      return drawHour({ ...law, start, day: 0.02 * normal(random) }, random);
    });
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
  const list = others.slice(0, earlier).map(ofSummary);
  const pair = { before: [before], after: [after], earlier: [list], liveTraffic, veto: null };
  return compareFamily([pair])[0] ?? [];
}

function worstOf(metrics: readonly MetricStatistic[]): Told {
  const told = metrics.flatMap(({ metric, verdict }) => (LATENCIES.has(metric) ? [toldOf(verdict)] : []));
  return (["real", "differs"] as const).find((one) => told.includes(one)) ?? "nothing";
}

function toldOf(verdict: string): Told {
  if (verdict === "improved" || verdict === "regressed") return "real";
  return verdict === "differs" ? "differs" : "nothing";
}
