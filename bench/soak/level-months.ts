/*
 * Months of nightly runs, judged one after another against their level and by their trend: how soon a lasting slowdown is named,
 * whether it becomes the usual level, and how many unchanged nights fail.
 */
import { parseArgs } from "node:util";
import { levelSteps, openSteps, resampleRun, seededRandom } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";
import { PLAIN, RunDraws } from "./aa-law.ts";
import { ofSummary } from "./drawn-hours.ts";
import { compareNext, stateOf } from "./level-series.ts";
import type { SeriesRun } from "./level-series.ts";

const { values } = parseArgs({
  options: {
    months: { type: "string", default: "25" },
    seed: { type: "string", default: "2022" },
    resamples: { type: "string", default: "100" },
    nights: { type: "string", default: "" },
    slower: { type: "string", default: "1,1.08,1.2" },
  },
});
const months = Number(values.months);
const seed = Number(values.seed);
const resamples = Number(values.resamples);

const NIGHTS = 45;
const CHANGED = 25;
const LATER = 5;

interface NightsLaw {
  name: string;
  /** Of the logarithm, from night to night. */
  scatter: number;
  /** Of one night with the next, AR(1). */
  memory: number;
}

const LAWS: readonly NightsLaw[] = [
  { name: "nights vary by 1%", scatter: 0.01, memory: 0 },
  { name: "by 2%", scatter: 0.02, memory: 0 },
  { name: "by 5%", scatter: 0.05, memory: 0 },
  { name: "by 2%, each like the last, 0.5", scatter: 0.02, memory: 0.5 },
];

interface Month {
  /** How many nights after the change it was named by the trend, and when a run first failed for any reason; null: never. */
  named: number | null;
  red: number | null;
  redNights: number;
  /** Whether changed nights are in the level five nights after the change. */
  isInLevel: boolean;
  unchangedReds: number;
  unchanged: number;
  /** The trend found a step where there was none. */
  hasFalseStep: boolean;
}

const NOTHING: Month = {
  named: null,
  red: null,
  redNights: 0,
  isInLevel: false,
  unchangedReds: 0,
  unchanged: 0,
  hasFalseStep: false,
};

function playMonth(law: NightsLaw, slower: number, month: number): Month {
  const draws = new RunDraws({ ...PLAIN, requests: 10_000 }, month);
  const random = seededRandom(month + 1_000_000);
  const runs: SeriesRun[] = [];
  const found = { ...NOTHING };
  let state = normal(random);
  let told = false;
  for (let night = 0; night < NIGHTS; night++) {
    const times = (night >= CHANGED ? slower : 1) * Math.exp(law.scatter * state);
    state = law.memory * state + Math.sqrt(1 - law.memory ** 2) * normal(random);
    const noise = resampleRun(draws.run(times), resamples);
    const { whole, level } = compareNext(runs, noise);
    const outcome = stateOf(whole);
    runs.push({ noise, state: outcome });
    const hasStep = showsStep(runs);
    const isNew = hasStep && !told;
    told = told || hasStep;
    const isRed = outcome === "regressed" || isNew;
    if (night < CHANGED || slower === 1) addUnchanged(found, { isRed, isNew });
    else addChanged(found, night - CHANGED + 1, { isRed, hasStep, level });
  }
  return found;
}

function showsStep(runs: readonly SeriesRun[]): boolean {
  const steps = levelSteps(runs.map(({ noise }, at) => ofSummary(noise, at).figures));
  return openSteps(steps, 0).some(({ metric }) => metric !== "throughput");
}

function addUnchanged(month: Month, { isRed, isNew }: { isRed: boolean; isNew: boolean }): void {
  month.unchanged++;
  if (isRed) month.unchangedReds++;
  if (isNew) month.hasFalseStep = true;
}

function addChanged(
  month: Month,
  since: number,
  { isRed, hasStep, level }: { isRed: boolean; hasStep: boolean; level: readonly number[] },
): void {
  if (isRed) {
    month.redNights++;
    month.red ??= since;
  }
  if (hasStep) month.named ??= since;
  if (since === LATER + 1) month.isInLevel = level.some((at) => at >= CHANGED);
}

console.log(`${months} months of ${NIGHTS} nights, 10,000 requests each, seed ${seed}`);
console.log(
  "| nights | slower from night 26 | named by the trend within 5, 10 nights | median | first red (median) | red nights of 20 | in the level 5 nights later | unchanged nights red | unchanged months with a step |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const law of LAWS.filter(({ name }) => name.includes(values.nights)))
  for (const slower of values.slower.split(",").map(Number)) {
    const all = Array.from({ length: months }, (_, at) => playMonth(law, slower, seed + at));
    const within = (nights: number) => all.filter(({ named }) => named !== null && named <= nights).length;
    const sum = (of: (one: Month) => number) => all.reduce((total, one) => total + of(one), 0);
    const percent = (100 * sum((one) => one.unchangedReds)) / sum((one) => one.unchanged);
    const cells = [
      law.name,
      slower === 1 ? "never" : `${Math.round(100 * (slower - 1))}%`,
      slower === 1 ? "" : `${within(5)}, ${within(10)} of ${months}`,
      slower === 1 ? "" : medianOf(all.map(({ named }) => named ?? Infinity)),
      slower === 1 ? "" : medianOf(all.map(({ red }) => red ?? Infinity)),
      slower === 1 ? "" : (sum((one) => one.redNights) / months).toFixed(1),
      slower === 1 ? "" : `${all.filter(({ isInLevel }) => isInLevel).length} of ${months}`,
      `${percent.toFixed(1)}%`,
      slower === 1 ? `${all.filter(({ hasFalseStep }) => hasFalseStep).length} of ${months}` : "",
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }

function medianOf(all: readonly number[]): string {
  const middle = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;
  return Number.isFinite(middle) ? `${middle}` : "never";
}
