import { findings } from "./discovery-rate.ts";
import { errorScatter, testErrors, type ErrorCounts } from "./error-ratio.ts";
import { runsToSettle, testRatio, type LogRatio } from "./log-ratio.ts";
import { FIGURE_IDS, FIGURES, type ComparableFigures, type FigureId } from "../target/figures.ts";
import { FEW_ERRORS, type Estimate, type RunNoise } from "./resample-run.ts";
import { ENOUGH_SCATTER_DF, MIN_SCATTER_DF, regimesOf, scatterOf } from "./run-scatter.ts";
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
  /** The runs between the sides, for the same experiments. The change may be among them, so they only confirm one. */
  between?: readonly (readonly EarlierRun[])[];
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
  const alone = tested.flatMap((metrics) => metrics.filter((one) => standsForItself(one, metrics)));
  const found = foundAmong(alone, ({ pValue }) => pValue);
  const foundWithin = foundAmong(alone, ({ pWithin }) => pWithin);
  const confirmed = foundAmong(alone, ({ confirming, pValue }) => confirming?.pValue ?? pValue);
  return tested.map((metrics, at) =>
    metrics.map((one) => {
      const shown = standsForItself(one, metrics) ? one : throughputOf(metrics);
      const veto = family[at]?.veto ?? null;
      const settled = found.has(shown) && shown.scatter !== "unknown";
      if (one.confirming !== null && confirmed.has(shown) && !settled)
        return finish(one.confirming, { found: true, foundWithin: true, veto });
      return finish(one, { found: found.has(shown), foundWithin: foundWithin.has(shown), veto });
    }),
  );
}

function foundAmong(tested: readonly Tested[], pOf: (one: Tested) => number | null): Set<Tested> {
  const found = findings(tested.map(pOf), FALSE_DISCOVERY_RATE);
  return new Set(tested.filter((_, at) => found[at]));
}

/** Where every request carries one item, items are throughput again: testing them too would count it twice. */
function standsForItself(one: Tested, metrics: readonly Tested[]): boolean {
  if (one.metric !== "items") return true;
  const { before, after } = throughputOf(metrics);
  return !isSame(one.before, before) || !isSame(one.after, after);
}

function throughputOf(metrics: readonly Tested[]): Tested {
  const throughput = metrics.find(({ metric }) => metric === "throughput");
  if (throughput === undefined) throw new RangeError("every family has a throughput");
  return throughput;
}

function isSame(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function finish(
  tested: Tested,
  outcome: { found: boolean; foundWithin: boolean; veto: string | null },
): MetricStatistic {
  const { verdict, reason } = verdictOf(tested, outcome);
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
  if (ratio === null || ratio === 0) return { ...nothing, doubt: "On one side, nothing completed." };
  const history = sides.earlier.map((runs) => runs.flatMap((run) => logOfEarlier(metric, run)));
  const tested = testWith(nothing, sides, history);
  if (tested.scatter === "known" || sides.between === undefined) return tested;
  const between = sides.between.map((runs) => runs.flatMap((run) => logOfEarlier(metric, run)));
  const all = Array.from({ length: Math.max(history.length, between.length) }, (_, at) => [
    ...(history[at] ?? []),
    ...(between[at] ?? []),
  ]);
  const confirming = testWith(nothing, sides, all);
  return confirming.scatter === "known" ? { ...tested, confirming } : tested;
}

/** The test of a metric that has a ratio, given the logarithms of other runs. */
function testWith(nothing: Tested, sides: SidesInput, history: readonly (readonly number[])[]): Tested {
  const { metric, ratio } = nothing;
  if (ratio === null) return nothing;
  const before = sides.before.map(({ estimates }) => estimates[metric]);
  const after = sides.after.map(({ estimates }) => estimates[metric]);
  const within = { before: meanWithin(before), after: meanWithin(after) };
  const withinOne = Math.sqrt((within.before + within.after) / 2);
  const scatter = scatterOf({ history, sides: [logsOf(before), logsOf(after)], within: withinOne });
  const knowledge = knowledgeOf(scatter?.df ?? 0);
  const logRatio: LogRatio = {
    difference: Math.log(ratio),
    runs: { before: before.length, after: after.length },
    within,
    freedom: Math.min(...[...before, ...after].map(({ freedom }) => freedom)),
    scatter: knowledge === "unknown" ? null : scatter,
  };
  const { half, between, ...chances } = testRatio(logRatio);
  return {
    ...nothing,
    interval: { low: ratio * Math.exp(-half), high: ratio * Math.exp(half) },
    smallestDetectable: Math.exp(half) - 1,
    ...chances,
    scatter: knowledge,
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
    pWithin: null,
    noise: null,
    scatter: "unknown",
    doubt: null,
    toSettle: () => null,
    confirming: null,
  };
}

/** How well scatter is known that is estimated from so many deviations. */
function knowledgeOf(df: number): Tested["scatter"] {
  if (df < MIN_SCATTER_DF) return "unknown";
  return df < ENOUGH_SCATTER_DF ? "rough" : "known";
}

function testFewErrors(nothing: Tested, sides: SidesInput): Tested {
  const before = countsOf(sides.before);
  const after = countsOf(sides.after);
  if (before === null || after === null)
    return { ...nothing, doubt: "The source doesn't report which requests failed." };
  const earlier = sides.earlier.flatMap(unremarkable);
  const scatter = errorScatter(earlier);
  const knowledge = knowledgeOf(scatter.df);
  const roughly = knowledge !== "unknown" && scatter.dispersion > 1;
  const unsure = roughly ? (studentQuantile(0.05, scatter.df) / 1.96) ** 2 : 1;
  const bursts = Math.max(...[...sides.before, ...sides.after].map(({ errorDispersion }) => errorDispersion));
  const chanceWith = (dispersion: number) => testErrors(before, after, Math.max(bursts, dispersion));
  const { pValue, interval } = chanceWith(scatter.dispersion * unsure);
  return {
    ...nothing,
    pValue,
    pWithin: chanceWith(1).pValue,
    interval,
    scatter: knowledge,
  };
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
