import { studentQuantile } from "../chance/special-functions.ts";
import { errorScatter, testErrors } from "./error-ratio.ts";
import type { ErrorCounts } from "./error-ratio.ts";
import type { RunNoise } from "./resample-run.ts";
import { knowledgeOf, regimesOf } from "./run-scatter.ts";
import { aroundShown } from "./shown-figures.ts";
import type { EarlierRun, SidesInput } from "./sides.ts";
import type { Tested } from "./tested.ts";

/** Errors that are counted exactly. */
export function testFewErrors(nothing: Tested, sides: SidesInput): Tested {
  const before = countsOf(sides.before);
  const after = countsOf(sides.after);
  if (before === null || after === null) return { ...nothing, doubt: { code: "errors-unreported" } };
  const { dispersion: between, knowledge } = scatterBetween(sides);
  const bursts = Math.max(...[...sides.before, ...sides.after].map(({ errorDispersion }) => errorDispersion));
  const chanceWith = (dispersion: number) => testErrors(before, after, Math.max(bursts, dispersion));
  const { pValue, interval } = chanceWith(between);
  return {
    ...nothing,
    pValue,
    pWithin: chanceWith(1).pValue,
    interval: interval === null ? null : aroundShown(interval, nothing),
    scatter: knowledge,
  };
}

/** A rise of the error rate that users notice, and a chance below which it isn't one. */
const MANY_MORE = 0.01;
const HARDLY_EVER = 0.001;

/** Whether many more requests failed than runs of this kind differ by, leaving aside that errors come in bursts within them. */
export function inBursts(sides: SidesInput): boolean {
  const before = countsOf(sides.before);
  const after = countsOf(sides.after);
  if (before === null || after === null || before.requests === 0 || after.requests === 0) return false;
  if (after.errors / after.requests - before.errors / before.requests < MANY_MORE) return false;
  return testErrors(before, after, scatterBetween(sides).dispersion).pValue < HARDLY_EVER;
}

/** How much more errors scatter from run to run than by chance, and how well that is known. */
function scatterBetween(sides: SidesInput): { dispersion: number; knowledge: Tested["scatter"] } {
  const level = sides.before.length > 1 ? [sides.before] : [];
  const { dispersion, df } = errorScatter([...sides.earlier, ...level].flatMap(unremarkable));
  const knowledge = knowledgeOf(df);
  const roughly = knowledge !== "unknown" && dispersion > 1;
  const unsure = roughly ? (studentQuantile(0.05, df) / 1.96) ** 2 : 1;
  return { dispersion: dispersion * unsure, knowledge };
}

/** The earlier runs whose errors show how much errors scatter. */
function unremarkable(runs: readonly Pick<EarlierRun, "requests" | "errors">[]): ErrorCounts[] {
  const counts = runs.flatMap(({ requests, errors }) =>
    requests === null || requests === 0 || errors === null ? [] : [{ requests, errors }],
  );
  const typical = counts.reduce((sum, one) => sum + one.requests, 0) / counts.length;
  const figures = counts.map(({ errors, requests }) => errors / requests);
  const scores = figures.map((rate) => anscombe(rate * typical));
  return regimesOf(scores, { figures, least: 1 }).flatMap((places) =>
    places.flatMap((at) => counts[at] ?? []),
  );
}

/** The square root of a Poisson count with a standard deviation of 1 (Anscombe, 1948). */
function anscombe(count: number): number {
  return 2 * Math.sqrt(count + 3 / 8);
}

export function countsOf(runs: readonly Pick<RunNoise, "errors" | "requests">[]): ErrorCounts | null {
  let errors = 0;
  let requests = 0;
  for (const run of runs) {
    if (run.errors === null) return null;
    errors += run.errors;
    requests += run.requests;
  }
  return { errors, requests };
}
