/*
 * Measures how well the knee and the breaking point of made ramps are found, whose truth is known, how often the interval
 * holds it, and how often a ramp without a knee gets one.
 */
import { parseArgs } from "node:util";
import { levelsOfRamp, readRamp, seededRandom } from "@headroom/core";
import type { RampCapacity } from "@headroom/core";
import { breaking, drawRamp, queueWithThinking, roundedQueue, SHAPES, UNBENT } from "./drawn-ramps.ts";
import type { RampLaw } from "./drawn-ramps.ts";

const { values } = parseArgs({
  options: { ramps: { type: "string", default: "40" }, seed: { type: "string", default: "2002" } },
});
const count = Number(values.ramps);

const LAWS: [string, (random: () => number) => RampLaw][] = [
  ["limit, sharp", (random) => queueWithThinking(250 + 500 * random())],
  ["limit, rounded", (random) => roundedQueue(250 + 500 * random())],
  ["limit, no thinking", (random) => queueWithThinking(250 + 500 * random(), { think: 0, latency: 5 })],
  ["breaks", (random) => breaking(250 + 250 * random(), 600 + 200 * random())],
  ["unbent", () => UNBENT],
];
const NOISE: [string, { scatter: number; memory: number }][] = [
  ["quiet", { scatter: 0.03, memory: 0 }],
  ["noisy", { scatter: 0.15, memory: 0.5 }],
];

interface Tally {
  errors: number[];
  held: number;
  missing: number;
}

for (const [name, lawOf] of LAWS) {
  for (const [shapeName, shape] of Object.entries(SHAPES)) {
    for (const [noiseName, noise] of NOISE) {
      const tallies: Record<"knee" | "rises" | "breaks", Tally> = {
        knee: emptyTally(),
        rises: emptyTally(),
        breaks: emptyTally(),
      };
      for (let at = 0; at < count; at++) {
        const random = seededRandom(Number(values.seed) * 1_000 + at);
        const law = lawOf(random);
        const ramp = { seconds: 3_600, stepSeconds: 10, most: 1_000, shape, ...noise };
        const read = readLevels(drawRamp(law, ramp, random), random);
        score(tallies.knee, law.knee, read?.knee ?? null);
        score(tallies.rises, law.rises, read?.latencyRises ?? null);
        score(tallies.breaks, law.breaks, breakOf(read));
      }
      const told = Object.entries(tallies).map(([of, tally]) => `${of} ${wordsOf(tally)}`);
      console.log(`${name.padEnd(20)} ${shapeName.padEnd(13)} ${noiseName.padEnd(6)} ${told.join(" | ")}`);
    }
  }
}

function readLevels(points: Parameters<typeof levelsOfRamp>[0]["points"], random: () => number) {
  const levels = levelsOfRamp({ points, of: "users", outages: [], absent: [] });
  return "problem" in levels ? null : readRamp(levels, { absent: [], random });
}

function breakOf(read: RampCapacity | null) {
  if (read === null || read.breaking === null) return null;
  const { heldAt, brokeAt } = read.breaking;
  return { load: (heldAt + brokeAt) / 2, low: heldAt, high: brokeAt };
}

function emptyTally(): Tally {
  return { errors: [], held: 0, missing: 0 };
}

function score(
  tally: Tally,
  truth: number | null,
  found: { load: number; low: number; high: number } | null,
): void {
  if (truth === null) {
    if (found !== null) tally.missing++;
  } else if (found === null) tally.missing++;
  else {
    tally.errors.push((found.load - truth) / truth);
    if (found.low <= truth && truth <= found.high) tally.held++;
  }
}

function wordsOf({ errors, held, missing }: Tally): string {
  if (errors.length === 0) return `false or missing ${missing} of ${count}`;
  const sorted = errors.map(Math.abs).toSorted((a, b) => a - b);
  const [median, most] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
  const bias = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return [
    `error ${percent(median)} (worst ${percent(most)}, mean ${percent(bias)})`,
    `in interval ${percent(held / errors.length)}`,
    ...(missing > 0 ? [`missing ${missing}`] : []),
  ].join(", ");
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
