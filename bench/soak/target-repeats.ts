/*
 * Measures how often a commit ever passes if it is run until it does: how many of the services exactly at their target, and
 * of those inside it, are met or missed by the first run, and by up to so many.
 */
import { parseArgs } from "node:util";
import { doubtAtLook, MOST_POOLED, poolTargets } from "@headroom/core";
import type { PooledRun } from "@headroom/core";
import { CONFIDENCE, judgeRun, TargetDraws, truthOf } from "./target-law.ts";
import type { Law } from "./target-law.ts";

const { values } = parseArgs({
  options: {
    commits: { type: "string", default: "400" },
    seed: { type: "string", default: "2022" },
    looks: { type: "string", default: "5" },
  },
});
const COMMITS = Number(values.commits);
const LOOKS = Number(values.looks);
const SIZE = { requests: 3_000, seconds: 300 };
/** How far inside its target the service is, as a share. */
const MARGINS = [0, 0.03, 0.05];

const LAWS: readonly Law[] = [
  { name: "independent, sigma 0.5", sigma: 0.5, errorRate: 0 },
  { name: "independent, sigma 1.0", sigma: 1, errorRate: 0 },
  {
    name: "autocorrelated 0.80",
    sigma: 0.5,
    correlation: 0.8,
    swing: { load: 0.15, latency: 0.1 },
    errorRate: 0,
  },
];

const plan = (look: number) => ({ runId: `run ${look}`, share: doubtAtLook(look), isPlanned: false });

/** Until it is settled: at which look, and how. */
function repeat(draws: TargetDraws, text: string): { look: number; verdict: string } {
  const runs: PooledRun[] = [];
  for (let look = 1; look <= LOOKS; look++) {
    const targets = judgeRun(draws.run(SIZE.requests, SIZE.seconds), [text]);
    runs.push({ id: `run ${look}`, number: look, targets });
    const pool = runs.slice(-MOST_POOLED);
    const [target] = look === 1 ? (pool[0]?.targets ?? []) : poolTargets(pool, plan(look));
    if (target?.verdict === "met" || target?.verdict === "missed") return { look, verdict: target.verdict };
  }
  return { look: LOOKS, verdict: "unsure" };
}

console.log(
  `% of ${COMMITS} commits, ${100 * CONFIDENCE}% confidence, at most ${LOOKS} runs, seed ${values.seed}`,
);
for (const law of LAWS) {
  const { percentile } = truthOf(law);
  for (const percent of [50, 99]) {
    for (const margin of MARGINS) {
      const draws = new TargetDraws(law, Number(values.seed));
      const text = `p${percent} <= ${(percentile(percent) / (1 - margin)).toFixed(4)} ms`;
      const ends = Array.from({ length: COMMITS }, () => repeat(draws, text));
      const share = (verdict: string, within: number) =>
        ((100 * ends.filter((end) => end.verdict === verdict && end.look <= within).length) / COMMITS)
          .toFixed(1)
          .padStart(5);
      const inside = margin === 0 ? "at the target" : `${100 * margin}% inside`;
      console.log(
        `${law.name.padEnd(24)} p${percent} ${inside.padEnd(14)} met ${share("met", 1)} -> ${share("met", LOOKS)}  missed ${share("missed", 1)} -> ${share("missed", LOOKS)}`,
      );
    }
  }
}
