import { findings } from "./discovery-rate.ts";
import { errorScatter, testErrors, type ErrorCounts } from "./error-ratio.ts";
import { runsToSettle, testRatio, type LogRatio } from "./log-ratio.ts";
import { FIGURE_IDS, FIGURES, type ComparableFigures, type FigureId } from "../target/figures.ts";
import { FEW_ERRORS, type Estimate, type RunNoise } from "./resample-run.ts";
import { MIN_SCATTER_DF, regimesOf, scatterOf } from "./run-scatter.ts";
import { studentQuantile } from "../chance/special-functions.ts";
import { verdictOf, type MetricNoise, type Tested } from "./statistics-verdict.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** Only the summary of an earlier run is needed. */
export interface EarlierRun {
  figures: ComparableFigures;
  requests: number | null;
  errors: number | null;
}

export interface SidesInput {
  /** The runs of each side; several are pooled. */
  before: readonly RunNoise[];
  after: readonly RunNoise[];
  /** Earlier runs of the same experiments with the same fingerprint, one list for each experiment, in order of time. */
  earlier: readonly (readonly EarlierRun[])[];
  /** What prevents a comparison of the sides; null: nothing. */
  veto: string | null;
}

/** What is known about one metric of a pair, including noise. */
export interface MetricStatistic {
  metric: FigureId;
  verdict: ComparisonVerdict;
  reason: string;
  before: number | null;
  after: number | null;
  ratio: number | null;
  interval: { low: number; high: number | null } | null;
  smallestDetectable: number | null;
  pValue: number | null;
  runsToSettle: number | null;
  noise: MetricNoise | null;
}

export const CONFIDENCE = 0.95;
export const FALSE_DISCOVERY_RATE = 0.05;

/** Tests every metric of a family of pairs (the whole run, or all of its labels) at one false discovery rate. */
export function compareFamily(family: readonly SidesInput[]): MetricStatistic[][] {
  const tested = family.map((sides) => FIGURE_IDS.map((metric) => testMetric(metric, sides)));
  const flat = tested.flat();
  const found = findings(
    flat.map(({ pValue }) => pValue),
    FALSE_DISCOVERY_RATE,
  );
  const isFound = new Map(flat.map((one, at) => [one, found[at] ?? false]));
  return tested.map((metrics, at) =>
    metrics.map((one) => finish(one, isFound.get(one) ?? false, family[at]?.veto ?? null)),
  );
}

function finish(tested: Tested, found: boolean, veto: string | null): MetricStatistic {
  const { verdict, reason } = verdictOf(tested, { found, veto });
  const { metric, before, after, ratio, interval, smallestDetectable, pValue, noise, toSettle } = tested;
  const open = verdict === "differs" || (verdict === "no-detectable-change" && tested.relevant);
  return {
    metric,
    verdict,
    reason,
    before,
    after,
    ratio,
    interval,
    smallestDetectable,
    pValue,
    runsToSettle: open ? toSettle() : null,
    noise,
  };
}

/** Smaller changes count as none, however certain. */
export const RELEVANT_SHARE = 0.01;

function testMetric(metric: FigureId, sides: SidesInput): Tested {
  const before = sides.before.map(({ estimates }) => estimates[metric]);
  const after = sides.after.map(({ estimates }) => estimates[metric]);
  const values = { before: pooledValue(metric, sides.before), after: pooledValue(metric, sides.after) };
  const ratio = ratioOf(values);
  const nothing = untested(metric, values, ratio);
  if (values.before === null || values.after === null)
    return { ...nothing, doubt: doubtIn([...before, ...after]) ?? "Not every run has this figure." };
  const doubt = doubtIn([...before, ...after]);
  if (doubt === FEW_ERRORS) return testFewErrors(nothing, sides);
  if (doubt !== null) return { ...nothing, doubt };
  const logs = { before: logsOf(before), after: logsOf(after) };
  if (ratio === null || ratio === 0) return { ...nothing, doubt: "On one side, nothing completed." };
  const history = sides.earlier.map((runs) => runs.flatMap((run) => logOfEarlier(metric, run)));
  const within = { before: meanWithin(before), after: meanWithin(after) };
  const withinOne = Math.sqrt((within.before + within.after) / 2);
  const scatter = scatterOf({ history, sides: [logs.before, logs.after], within: withinOne });
  const known = scatter !== null && scatter.df >= MIN_SCATTER_DF;
  const logRatio: LogRatio = {
    difference: Math.log(ratio),
    runs: { before: before.length, after: after.length },
    within,
    blocks: Math.min(...[...sides.before, ...sides.after].map(({ blocks }) => blocks)),
    scatter: known ? scatter : null,
  };
  const { pValue, half, between } = testRatio(logRatio);
  return {
    ...nothing,
    interval: { low: ratio * Math.exp(-half), high: ratio * Math.exp(half) },
    smallestDetectable: Math.exp(half) - 1,
    pValue,
    known,
    noise: { within: withinOne, between, earlierRuns: scatter?.runs ?? 0 },
    toSettle: () => runsToSettle(logRatio),
  };
}

/** A figure before its test: its values and the size of its change. */
function untested(metric: FigureId, values: Pick<Tested, "before" | "after">, ratio: number | null): Tested {
  return {
    metric,
    ...values,
    ratio,
    relevant: ratio === null ? values.before !== values.after : Math.abs(ratio - 1) >= RELEVANT_SHARE,
    interval: null,
    smallestDetectable: null,
    pValue: null,
    noise: null,
    known: false,
    doubt: null,
    toSettle: () => null,
  };
}

function testFewErrors(nothing: Tested, sides: SidesInput): Tested {
  const before = countsOf(sides.before);
  const after = countsOf(sides.after);
  if (before === null || after === null)
    return { ...nothing, doubt: "The source doesn't report which requests failed." };
  const earlier = sides.earlier.flatMap(unremarkable);
  const scatter = errorScatter(earlier);
  const known = scatter.df >= MIN_SCATTER_DF;
  const unsure = known && scatter.dispersion > 1 ? (studentQuantile(0.05, scatter.df) / 1.96) ** 2 : 1;
  const bursts = Math.max(...[...sides.before, ...sides.after].map(({ errorDispersion }) => errorDispersion));
  const { pValue, interval } = testErrors(before, after, Math.max(bursts, scatter.dispersion * unsure));
  return { ...nothing, pValue, interval, known };
}

/** The earlier runs whose errors show how much errors scatter. */
function unremarkable(runs: readonly EarlierRun[]): ErrorCounts[] {
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

function countsOf(runs: readonly RunNoise[]): ErrorCounts | null {
  let errors = 0;
  let requests = 0;
  for (const run of runs) {
    if (run.errors === null) return null;
    errors += run.errors;
    requests += run.requests;
  }
  return { errors, requests };
}

/** The geometric mean of the runs, which the interval is around. Errors are added up, because some runs have none. */
function pooledValue(metric: FigureId, runs: readonly RunNoise[]): number | null {
  if (metric === "error-rate" && runs.length > 1) {
    const counts = countsOf(runs);
    return counts === null || counts.requests === 0 ? null : counts.errors / counts.requests;
  }
  const values = runs.map(({ estimates }) => estimates[metric].value);
  if (values.some((value) => value === null)) return null;
  if (values.length === 1) return values[0] ?? null;
  const logs = values.map((value) => Math.log(value ?? 0));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

function ratioOf({ before, after }: { before: number | null; after: number | null }): number | null {
  return before === null || after === null || before === 0 ? null : after / before;
}

function doubtIn(estimates: readonly Estimate[]): string | null {
  const doubts = estimates.flatMap(({ doubt }) => (doubt === null ? [] : [doubt]));
  return doubts.find((doubt) => doubt !== FEW_ERRORS) ?? doubts[0] ?? null;
}

function logsOf(estimates: readonly Estimate[]): number[] {
  return estimates.flatMap(({ value }) => (value === null || value <= 0 ? [] : [Math.log(value)]));
}

function logOfEarlier(metric: FigureId, { figures, requests, errors }: EarlierRun): number[] {
  if (metric === "error-rate")
    return requests === null || errors === null || requests === 0
      ? []
      : [Math.log((errors + 0.5) / requests)];
  const value = FIGURES[metric].of(figures);
  return value === null || !(value > 0) ? [] : [Math.log(value)];
}

function meanWithin(estimates: readonly Estimate[]): number {
  return estimates.reduce((sum, { within }) => sum + (within ?? 0) ** 2, 0) / estimates.length;
}
