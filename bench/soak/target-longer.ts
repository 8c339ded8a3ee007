/*
 * Measures by how much an interval widens if the same run goes on for as long again: its slices twice, one after the other.
 */
import { parseArgs } from "node:util";
import { mergeAllCells } from "@headroom/core";
import { judgeRun, TargetDraws } from "./target-law.ts";
import type { DrawnRun, Law } from "./target-law.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "50" },
    seed: { type: "string", default: "2022" },
    sizes: { type: "string", default: "3000,30000" },
  },
});
const RUNS = Number(values.runs);
const SECONDS = 300;
const TARGETS = ["p50 <= 1 s", "p95 <= 1 s", "p99 <= 1 s", "mean <= 1 s", "error rate <= 50%"];
const THROUGHPUT = "throughput >= 1/s";

const LAWS: readonly Law[] = [
  { name: "independent", sigma: 0.5, errorRate: 0.01 },
  {
    name: "correlated",
    sigma: 0.5,
    correlation: 0.9,
    swing: { load: 0.15, latency: 0.1, errors: 0.3 },
    errorRate: 0.01,
  },
  {
    name: "pauses",
    sigma: 0.5,
    stalls: { everySeconds: 30, seconds: 0.5 },
    errorRate: 0.01,
    burst: 10,
  },
  { name: "drift of 5%", sigma: 0.5, drift: 0.05, errorRate: 0.01 },
  { name: "drift of 30%", sigma: 0.5, drift: 0.3, errorRate: 0.01 },
];

/** In slices twice as long, because a run has at most 120. */
function twice({ all, slices, seconds, stalls }: DrawnRun): DrawnRun {
  const both = [...slices, ...slices];
  const joined = Array.from({ length: slices.length }, (_, at) =>
    mergeAllCells(both.slice(2 * at, 2 * at + 2)),
  );
  return { all: mergeAllCells([all, all]), slices: joined, seconds: 2 * seconds, stalls: 2 * stalls };
}

function widths(run: DrawnRun): (number | null)[] {
  return judgeRun(run, [...TARGETS, THROUGHPUT]).map(({ interval }) =>
    interval === null || interval.high === null ? null : interval.high - interval.low,
  );
}

/** Null: it has no interval that could widen. */
function widening(run: DrawnRun): (number | null)[] {
  const longer = widths(twice(run));
  return widths(run).map((before, of) =>
    before === null || before === 0 ? null : (longer[of] ?? Infinity) / before,
  );
}

console.log(
  `${RUNS} runs of each kind, seed ${values.seed}: widest after twice the run, and how many by over 2%`,
);
for (const size of values.sizes.split(",").map(Number)) {
  for (const law of LAWS) {
    const draws = new TargetDraws(law, Number(values.seed));
    const runs = Array.from({ length: RUNS }, () => widening(draws.run(size, SECONDS)));
    const widened = [...TARGETS, THROUGHPUT].map((_, of) => runs.flatMap((ratios) => ratios[of] ?? []));
    const shown = widened.map((ratios, of) => {
      const over = ratios.filter((ratio) => ratio > 1.02).length;
      const name = (TARGETS[of] ?? THROUGHPUT).split(/ [<>]/u)[0];
      return `${name}: ${Math.max(...ratios).toFixed(3)} (${over})`;
    });
    console.log(`  ${law.name.padEnd(14)} ${size} requests  ${shown.join("  ")}`);
  }
}
