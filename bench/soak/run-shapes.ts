/*
 * Measures how often what a run really was is named: of healthy runs, which nothing should be said of, and of runs that die at
 * the end, stall, slow down under the same load, or are slow for their first half.
 */
import { parseArgs } from "node:util";
import { findRunPhase, judgeRun, JUDGING_POLICY, seededRandom } from "@headroom/core";
import type { RunEvidence } from "@headroom/core";
import { RUN } from "./gate-outcome.ts";
import { drawLoop } from "./drawn-loops.ts";
import type { DrawnLoop, LoopLaw, Service } from "./drawn-loops.ts";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, seed: { type: "string", default: "2022" } },
});
const RUNS = Number(values.runs);
const NO_REFERENCE = { found: false, code: "none", why: [], asked: false } as const;

type Shape = (law: LoopLaw, random: () => number) => LoopLaw;
const closed = (law: LoopLaw): LoopLaw => ({ ...law, think: law.think ?? 0.1 });
/** Latency is so many times as long at a moment of the run, as a share of it. */
const times = (law: LoopLaw, at: (share: number) => number): LoopLaw => ({
  ...law,
  service: (second, millis) => ({ millis: millis * at(second / law.seconds) }),
});

/** Nothing is answered in this time: what hangs fails after the time-out, or is answered at its end. */
function down(from: number, to: number, timeOut: number): Service {
  return (second, millis) => {
    if (second + millis / 1_000 < from || second >= to) return { millis };
    if (second + timeOut < to) return { millis: timeOut * 1_000, failed: true };
    return { millis: (to - second) * 1_000 + millis, failed: false };
  };
}

const HEALTHY: Record<string, Shape> = {
  "always the same": (law) => law,
  "one in ten is eight times slower": (law, random) => times(law, () => (random() < 0.1 ? 8 : 1)),
  "a pause of 3 to 23 s": (law, random) => {
    const from = law.seconds * (0.2 + 0.6 * random());
    return { ...closed(law), pause: { from, to: from + 3 + 20 * random() } };
  },
  "a warm-up": (law) => times(law, (share) => 1 + 2 * Math.exp(-40 * share)),
  "users that arrive in a quarter of the run": (law) => ({
    ...closed(law),
    begins: (share) => (share * law.seconds) / 4,
  }),
  "latency that drifts by 20%": (law) => times(law, (share) => 1 + 0.2 * share),
  "400 ms more, every 30 s": (law) => ({
    ...law,
    service: (second, millis) => ({ millis: second % 30 < 0.4 ? millis + 400 : millis }),
  }),
};

const DEFECTS: Record<string, Shape> = {
  "dead for the last tenth, time-outs of 60 s": (law) => ({
    ...closed(law),
    service: down(0.9 * law.seconds, Infinity, 60),
  }),
  "dead for the last tenth, time-outs of 10 s": (law) => ({
    ...closed(law),
    service: down(0.9 * law.seconds, Infinity, 10),
  }),
  "a stall of 4.3% of the run": (law) => ({
    ...closed(law),
    service: down(law.seconds / 2, law.seconds * 0.543, Infinity),
  }),
  "latency that rises tenfold": (law) => times(law, (share) => 10 ** share),
  "latency that triples": (law) => times(law, (share) => 3 ** share),
  "three times slower for the first half": (law) => times(law, (share) => (share < 0.5 ? 3 : 1)),
};

const pick = <T>(of: readonly T[], random: () => number, otherwise: T): T =>
  of[Math.floor(random() * of.length)] ?? otherwise;

/** The load is known: it is open, or users were counted. */
function lawOf(shape: Shape, random: () => number): LoopLaw {
  const law: LoopLaw = {
    seconds: pick([120, 300, 600], random, 300),
    users: pick([5, 20, 50], random, 20),
    think: pick([null, 0, 0.1, 0.5, 2], random, 0.1),
    medianMillis: pick([20, 100, 400], random, 100),
    sigma: pick([0.3, 0.6, 1], random, 0.6),
    memory: pick([0, 0.9], random, 0),
    errorRate: pick([0, 0.002, 0.02], random, 0),
    service: (_, millis) => ({ millis }),
  };
  return shape(law, random);
}

const NAMES = ["end", "stall", "rise", "slow-start", "ramp"] as const;

function namesOf(law: LoopLaw, run: DrawnLoop): string[] {
  const isOpen = law.think === null;
  const { phase, holes, hangs, rise } = findRunPhase({
    timeline: run.timeline,
    startSeconds: 0,
    endSeconds: run.endSeconds,
    users: isOpen ? null : run.users,
    loadModel: isOpen ? "open" : "closed",
    absent: [],
    clockJumps: false,
    liveTraffic: false,
  });
  const window = { from: "2026-11-21T12:00:00Z", to: "2026-11-21T12:10:00Z", kind: "whole" } as const;
  const evidence: RunEvidence = {
    ...RUN,
    requests: run.requests,
    holes,
    hangs,
    rise: rise === null ? null : { ...rise, window },
  };
  const { findings } = judgeRun(evidence, NO_REFERENCE, JUDGING_POLICY);
  const found = findings.flatMap(({ kind, code }) =>
    kind === "outage" ? [code] : kind === "rise" ? [kind] : [],
  );
  if (phase.none !== true) return found;
  return [
    ...found,
    ...(phase.ramp ? ["ramp"] : []),
    ...(phase.reason.code === "slow-start" ? ["slow-start"] : []),
  ];
}

console.log(`${"runs".padEnd(44)}${NAMES.map((name) => name.padStart(12)).join("")}`);
for (const [name, shape] of Object.entries({ ...HEALTHY, ...DEFECTS })) {
  const counts = new Map<string, number>();
  for (let at = 0; at < RUNS; at++) {
    const seed = Number(values.seed) * 10_000 + at;
    const law = lawOf(shape, seededRandom(seed));
    for (const one of namesOf(law, drawLoop(law, seed))) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const shares = NAMES.map((one) => `${((100 * (counts.get(one) ?? 0)) / RUNS).toFixed(1)}%`.padStart(12));
  console.log(`${name.padEnd(44)}${shares.join("")}`);
}
