import { aroundShown } from "./shown-figures.ts";
import { addedTogether } from "./shared-scatter.ts";
import type { AddedGrid } from "./added-by-runs.ts";
import { ratioOf } from "./change.ts";
import type { ChangeReason } from "./change-sentences.ts";
import { inBursts, testFewErrors } from "./few-errors.ts";
import { NOISE_FLOOR, runsToSettle, testRatio } from "./log-ratio.ts";
import type { LogRatio } from "./log-ratio.ts";
import { pooledFigure } from "./pooled-figure.ts";
import { rangeChange, testedRange } from "./range-change.ts";
import { FIGURE_IDS, FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import type { Estimate, RunNoise } from "./resample-run.ts";
import { knowledgeOf, levelsOf, scatterOf } from "./run-scatter.ts";
import type { RunValue } from "./run-scatter.ts";
import type { EarlierRun, SidesInput } from "./sides.ts";
import type { Tested } from "./tested.ts";
import { testAgainstUsual } from "./usual.ts";
import { isLoad } from "./usual-verdict.ts";

/** Smaller changes count as none, however certain. */
export const RELEVANT_SHARE = 0.01;

/** Tests every metric of every pair on its own; what labels show together counts for each of them. */
export function testFamily(family: readonly SidesInput[]): Tested[][] {
  const byMetric = FIGURE_IDS.map((metric) => testOne(metric, family));
  return family.map((_, at) => byMetric.flatMap((tested) => tested[at] ?? []));
}

/** A pair whose metric has a ratio with noise. */
interface RatioCase {
  nothing: Tested;
  measured: number;
  before: Estimate[];
  after: Estimate[];
  within: { before: number; after: number };
}

function testOne(metric: FigureId, family: readonly SidesInput[]): Tested[] {
  const started = family.map((sides) => startOf(metric, sides));
  const cases = started.map((one) => ("tested" in one ? null : one));
  const tested = testRatios(cases, (at) => family[at]?.earlier ?? []);
  const open = cases.map((one, at) =>
    tested[at]?.scatter === "known" || family[at]?.between === undefined ? null : one,
  );
  const confirming = testRatios(open, (at) => joined(family[at] ?? null));
  const settled = started.map((one, at) => {
    const [first, second] = [tested[at] ?? null, confirming[at] ?? null];
    if ("tested" in one || first === null) return "tested" in one ? one.tested : one.nothing;
    return second?.scatter === "known" ? { ...first, confirming: second } : first;
  });
  return settled.map((one, at) => {
    const sides = family[at];
    if (sides === undefined) return one;
    if (one.ranges !== undefined) return one;
    if (sides.liveTraffic === true) return withKnownScatter(one);
    return metric === "error-rate" && one.doubt === null ? { ...one, inBursts: inBursts(sides) } : one;
  });
}

/**
 * The noise within a stretch of live traffic is a small part of how much two of them differ, so it settles nothing alone:
 * not even that figures which happen to be the same show no change, while others differ.
 */
function withKnownScatter(tested: Tested): Tested {
  if (tested.doubt !== null) return tested;
  if (tested.scatter !== "unknown" || tested.confirming !== null)
    return { ...tested, pWithin: tested.pValue };
  const { metric, before, after, measured } = tested;
  return { ...untested(metric, { before, after }, measured), doubt: { code: "traffic-varies" } };
}

/** Either the finished test, or what a test of the ratio needs. */
function startOf(metric: FigureId, sides: SidesInput): { tested: Tested } | RatioCase {
  const before = sides.before.map(({ estimates }) => estimates[metric]);
  const after = sides.after.map(({ estimates }) => estimates[metric]);
  const pooled = (of: "shown" | "value") => ({
    before: pooledValue(metric, sides.before, of),
    after: pooledValue(metric, sides.after, of),
  });
  const estimates = pooled("value");
  const measured = ratioOf(estimates.before, estimates.after);
  const nothing = untested(metric, pooled("shown"), measured);
  const { ratio } = nothing;
  if (sides.loadOfPlan === true && isLoad(metric))
    return { tested: { ...nothing, doubt: { code: "load-of-plan" } } };
  const ranges = FIGURES[metric].quantile === null || ratio !== null ? null : rangeChange(metric, sides);
  if (ranges !== null) return { tested: testedRange(nothing, ranges) };
  const doubt = doubtIn([...before, ...after]);
  const tested = testOfTraffic(nothing, sides, doubt) ?? testWithoutRatio(nothing, sides, doubt);
  if (tested !== null) return { tested };
  if (ratio === null || ratio === 0 || measured === null || measured === 0)
    return { tested: { ...nothing, doubt: { code: "nothing-on-a-side" } } };
  const within = { before: meanWithin(before), after: meanWithin(after) };
  return { nothing, measured, before, after, within };
}

/** Tests live traffic against that of earlier days. Null if it isn't live traffic, or those days are too few. */
function testOfTraffic(nothing: Tested, sides: SidesInput, doubt: ChangeReason | null): Tested | null {
  const usual = testAgainstUsual(nothing, sides);
  if (usual === null && sides.liveTraffic === true && isLoad(nothing.metric))
    return { ...nothing, doubt: { code: "load-of-users" } };
  return doubt === null || doubt?.code === "few-errors" ? usual : null;
}

function testWithoutRatio(nothing: Tested, sides: SidesInput, doubt: ChangeReason | null): Tested | null {
  if (nothing.before === null || nothing.after === null)
    return { ...nothing, doubt: doubt ?? { code: "not-in-all" } };
  if (doubt?.code === "few-errors") return testFewErrors(nothing, sides);
  return doubt === null ? null : { ...nothing, doubt };
}

/** The runs before the pair and those in between, for each experiment. */
function joined(sides: SidesInput | null): EarlierRun[][] {
  const { earlier = [], between = [] } = sides ?? {};
  return Array.from({ length: Math.max(earlier.length, between.length) }, (_, at) => [
    ...(earlier[at] ?? []),
    ...(between[at] ?? []),
  ]);
}

/** One metric of all pairs, given the other runs of each. */
function testRatios(
  cases: readonly (RatioCase | null)[],
  runsOf: (at: number) => readonly (readonly EarlierRun[])[],
): (Tested | null)[] {
  const histories = cases.map((one, at) => (one === null ? null : historyOf(one, runsOf(at))));
  const added = addedTogether(
    histories.map((history) =>
      history === null ? null : { within: history.withinOne + NOISE_FLOOR, levels: history.all },
    ),
  );
  return cases.map((one, at) => {
    const history = histories[at] ?? null;
    return one === null || history === null ? null : testRatioOf(one, history, added[at] ?? null);
  });
}

interface History {
  /** The levels of earlier runs. */
  levels: RunValue[][];
  /** With those of the two sides. */
  all: RunValue[][];
  /** Variance within one run. */
  withinOne: number;
}

function historyOf(one: RatioCase, runs: readonly (readonly EarlierRun[])[]): History {
  const { before, after, within, nothing } = one;
  const withinOne = (within.before + within.after) / 2;
  const values = runs.map((list) => list.flatMap((run) => valueOfEarlier(nothing.metric, run)));
  const levels = levelsOf(values, Math.sqrt(withinOne));
  return { levels, all: [...levels, logsOf(before, "before"), logsOf(after, "after")], withinOne };
}

function testRatioOf(one: RatioCase, history: History, added: AddedGrid | null): Tested {
  const { nothing, measured, before, after, within } = one;
  const scatter = scatterOf(history.all);
  const earlierRuns = history.levels.reduce((sum, level) => sum + level.length, 0);
  const knowledge = knowledgeOf(scatter?.df ?? 0);
  const logRatio: LogRatio = {
    difference: Math.log(measured),
    runs: { before: before.length, after: after.length },
    within,
    freedom: Math.min(...[...before, ...after].map(({ freedom }) => freedom)),
    scatter: knowledge === "unknown" ? null : scatter,
    added,
  };
  const { half, between, ...chances } = testRatio(logRatio);
  return {
    ...nothing,
    interval: aroundShown({ low: measured * Math.exp(-half), high: measured * Math.exp(half) }, nothing),
    smallestDetectable: Math.exp(half) - 1,
    ...chances,
    scatter: knowledge,
    noise: { within: Math.sqrt(history.withinOne), between, earlierRuns },
    toSettle: () => runsToSettle(logRatio),
  };
}

/** A figure before its test: its values and the size of its change. */
function untested(
  metric: FigureId,
  values: Pick<Tested, "before" | "after">,
  measured: number | null,
): Tested {
  const ratio = ratioOf(values.before, values.after);
  return {
    metric,
    ...values,
    ratio,
    measured,
    relevant: ratio === null ? values.before !== values.after : Math.abs(ratio - 1) >= RELEVANT_SHARE,
    interval: null,
    smallestDetectable: null,
    pValue: null,
    pWithin: null,
    noise: null,
    scatter: "unknown",
    inBursts: false,
    doubt: null,
    toSettle: () => null,
    confirming: null,
    usual: null,
  };
}

function pooledValue(metric: FigureId, runs: readonly RunNoise[], of: "shown" | "value"): number | null {
  return pooledFigure(runs.map(({ estimates }) => estimates[metric][of]));
}

function doubtIn(estimates: readonly Estimate[]): ChangeReason | null {
  const doubts = estimates.flatMap(({ doubt }) => (doubt === null ? [] : [doubt]));
  return doubts.find(({ code }) => code !== "few-errors") ?? doubts[0] ?? null;
}

function logsOf(estimates: readonly Estimate[], side: string): RunValue[] {
  return estimates.flatMap(({ value }, at) =>
    value === null || value <= 0 ? [] : [{ run: `${side} ${at}`, value: Math.log(value) }],
  );
}

function valueOfEarlier(metric: FigureId, { id, figures, requests, errors }: EarlierRun): RunValue[] {
  if (metric === "error-rate")
    return requests === null || errors === null || requests === 0
      ? []
      : [{ run: id, value: Math.log((errors + 0.5) / requests) }];
  const value = FIGURES[metric].of(figures);
  return value === null || !(value > 0) ? [] : [{ run: id, value: Math.log(value) }];
}

function meanWithin(estimates: readonly Estimate[]): number {
  return estimates.reduce((sum, { within }) => sum + (within ?? 0) ** 2, 0) / estimates.length;
}
