/*
 * Measures the intervals of latencies in pairs without a change, where the figures that pages show are rounded to a bucket and
 * by the tool: how many contain 1 as they are tested, moved to the ratio of the shown figures, and as they are told.
 */
import { parseArgs } from "node:util";
import { compareFamily, PERCENTILE_IDS, resampleRun, Sketch, withShown } from "@headroom/core";
import type { ComparableFigures, MetricStatistic, RunNoise } from "@headroom/core";
import { PLAIN, RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "400" },
    seed: { type: "string", default: "2022" },
    resamples: { type: "string", default: "200" },
  },
});
const [pairs, seed, resamples] = [Number(values.pairs), Number(values.seed), Number(values.resamples)];
/** As medians of 20 ms are drawn. */
const MEDIAN_MS = 20;
const LOG_BUCKET = Math.log((1 + Sketch.relativeError) / (1 - Sketch.relativeError));

const toBucket = (ms: number) => Math.exp(Math.round(Math.log(ms) / LOG_BUCKET) * LOG_BUCKET);
const toMillis = (ms: number) => Math.round(ms);

const LAWS: readonly { name: string; law: Law; medianMs: number; round: (ms: number) => number }[] = [
  { name: "to a bucket, 30,000 requests", law: PLAIN, medianMs: 20, round: toBucket },
  {
    name: "to a bucket, 300,000 requests",
    law: { ...PLAIN, requests: 300_000 },
    medianMs: 20,
    round: toBucket,
  },
  { name: "to 1 ms, median 40 ms", law: PLAIN, medianMs: 40, round: toMillis },
  { name: "to 1 ms, median 12 ms", law: PLAIN, medianMs: 12, round: toMillis },
  { name: "to 1 ms, median 3 ms", law: PLAIN, medianMs: 3, round: toMillis },
];

console.log(
  `${pairs} pairs without a change, latencies as shown: intervals that contain 1 as tested / moved / as told, and how much wider those are`,
);
for (const { name, law, medianMs, round } of LAWS) {
  const draws = new RunDraws(law, seed);
  const count = { all: 0, tested: 0, moved: 0, told: 0, width: 0, testedWidth: 0 };
  for (let pair = 0; pair < pairs; pair++) {
    // Levels of all distances from where the rounding changes.
    const level = (medianMs + (pair % 20) / 20) / MEDIAN_MS;
    const [before, after] = [
      resampleRun(draws.run(level), resamples),
      resampleRun(draws.run(level), resamples),
    ];
    const tested = latenciesOf(before, after);
    for (const [at, told] of latenciesOf(rounded(before, round), rounded(after, round)).entries()) {
      const own = tested[at]?.interval ?? null;
      if (own?.high == null || told.interval?.high == null || told.ratio === null) continue;
      const half = Math.sqrt(own.high / own.low);
      count.all++;
      if (contains(own)) count.tested++;
      if (contains({ low: told.ratio / half, high: told.ratio * half })) count.moved++;
      if (contains(told.interval)) count.told++;
      count.testedWidth += Math.log(own.high / own.low);
      count.width += Math.log(told.interval.high / told.interval.low);
    }
  }
  const share = (held: number) => `${((100 * held) / count.all).toFixed(1)}%`;
  const wider = `${(100 * (count.width / count.testedWidth - 1)).toFixed(0)}%`;
  console.log(
    `${name.padEnd(32)} ${share(count.tested)} / ${share(count.moved)} / ${share(count.told)}   ${wider}`,
  );
}

function latenciesOf(before: RunNoise, after: RunNoise): MetricStatistic[] {
  const [statistics = []] = compareFamily([{ before: [before], after: [after], earlier: [], veto: null }]);
  return PERCENTILE_IDS.flatMap((id) => statistics.find(({ metric }) => metric === id) ?? []);
}

function rounded(noise: RunNoise, round: (ms: number) => number): RunNoise {
  const { estimates } = noise;
  const latencyMs = Object.fromEntries(
    PERCENTILE_IDS.map((id) => [id, estimates[id].value === null ? null : round(estimates[id].value)]),
  ) as ComparableFigures["latencyMs"];
  const { throughput, items, "error-rate": errors } = estimates;
  return withShown(noise, {
    throughput: throughput.value,
    itemsThroughput: items.value,
    errorRate: errors.value,
    latencyMs,
  });
}

function contains({ low, high }: { low: number; high: number | null }): boolean {
  return low <= 1 && (high ?? Infinity) >= 1;
}
