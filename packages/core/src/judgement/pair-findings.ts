import { ratioOf } from "../comparison/change.ts";
import { isUnseen } from "../comparison/fingerprint.ts";
import type { Difference } from "../comparison/fingerprint.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import { rampFindings } from "./ramp-findings.ts";
import type { ComparedLabels, ComparedMetric, PairEvidence } from "./evidence.ts";
import type { Finding, FindingEffect, JudgingPolicy } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

/** Fewer runs from before say nothing about how much such runs vary. */
export const MIN_EARLIER_RUNS = 3;

/** What a change of so much has to be seen in: one of them is enough. */
const DETECTS: readonly FigureId[] = ["p50", "p95", "throughput"];
/** Of the whole run, these are listed whatever was found of them. */
const LISTED: readonly FigureId[] = ["throughput", "p50", "p95", "p99", "error-rate"];

type Limits = Pick<JudgingPolicy, "minChange" | "detect">;

/** What a comparison shows of the second run. `holdsAlone`: its targets are met, so a difference of two runs is only noted. */
export function pairFindings(pair: PairEvidence, limits: Limits, holdsAlone: boolean): Finding[] {
  const vetoes = pair.differences.filter(({ severity }) => severity === "veto");
  if (vetoes.length > 0) return vetoes.map((one) => comparabilityFinding(one));
  if (pair.ramps)
    return [
      ...pair.differences.filter(({ severity }) => severity === "warn").flatMap(warnedFindings),
      ...rampFindings(pair.ramps, limits),
      ...unnamedLabels(pair).flatMap(labelFindings),
    ];
  const { statistics } = pair;
  if (statistics === null)
    return [makeFinding({ effect: "unsure", kind: "comparison", code: "not-computed" })];
  const isYoung = statistics.earlierRuns < MIN_EARLIER_RUNS;
  const differs: FindingEffect = isYoung && holdsAlone ? "note" : "unsure";
  const { whole, labels } = statistics;
  return [
    ...pair.differences.filter(({ severity }) => severity === "warn").flatMap(warnedFindings),
    ...whole.flatMap((metric) => changeFindings(metric, null, { limits, differs })),
    ...labels.flatMap(({ label, metrics }) =>
      metrics.flatMap((metric) => changeFindings(metric, label, { limits, differs })),
    ),
    ...unnamedLabels(pair).flatMap(labelFindings),
    ...countFindings(statistics),
    ...detectFindings(statistics, limits.detect, isYoung),
    ...(isYoung ? [tooFewRuns(statistics.earlierRuns)] : []),
  ];
}

/** What was compared with few runs can differ by chance, and says so. */
function tooFewRuns(earlierRuns: number): Finding {
  return makeFinding({
    effect: "note",
    kind: "comparison",
    code: "too-few-runs",
    after: earlierRuns,
    limit: MIN_EARLIER_RUNS,
  });
}

/** What the plan changed is told label by label, and so is what may have another name: each can be asked about. */
function warnedFindings(difference: Difference): Finding[] {
  const { reason } = difference;
  if (reason.code === "labels-renamed")
    return reason.labels.map((one) => ({
      ...comparabilityFinding({ ...difference, reason: { ...reason, labels: [one] } }),
      label: one.before,
      renamedTo: one.after,
    }));
  if (reason.code !== "mix-of-plan") return [comparabilityFinding(difference)];
  return reason.labels.map(({ label, before, after }) =>
    makeFinding({
      effect: "note",
      kind: "mix",
      code: "moved",
      label,
      before,
      after,
      unit: "share",
      ratio: ratioOf(before, after),
    }),
  );
}

function comparabilityFinding({ kind, severity, reason }: Difference): Finding {
  const counts = severity === "veto" || isUnseen({ kind, severity });
  return makeFinding({
    effect: counts ? "unsure" : "note",
    kind: "comparability",
    code: severity === "veto" ? "veto" : kind,
    reasons: [reason],
  });
}

interface Weighing {
  limits: Limits;
  differs: FindingEffect;
}

function changeFindings(metric: ComparedMetric, label: string | null, weighing: Weighing): Finding[] {
  const effect = effectOf(metric, label, weighing);
  if (effect === null) return [];
  const { metric: id, verdict, before, after, ratio, interval, smallestDetectable: limit } = metric;
  const figures = { before, after, ratio, interval, limit, unit: FIGURES[id].unit };
  const { runsToSettle: runs } = metric;
  return [
    makeFinding({
      effect,
      kind: "change",
      code: verdict,
      metric: id,
      label,
      ...figures,
      doubt: verdict === "differs" ? { code: "scatter", requests: null, seconds: null, runs } : null,
      reasons: metric.reasons,
    }),
  ];
}

/** Null: it isn't listed. */
function effectOf(
  metric: ComparedMetric,
  label: string | null,
  { limits, differs }: Weighing,
): FindingEffect | null {
  const { verdict } = metric;
  const worsening = worseningOf(metric);
  const matters = worsening !== null && worsening >= limits.minChange;
  if (verdict === "regressed") return matters ? "fail" : "note";
  if (verdict === "differs" && matters) return differs;
  if (verdict === "improved") return "pass";
  if (label !== null)
    return verdict === "differs" && (improvementOf(metric) ?? -1) >= limits.minChange ? "note" : null;
  return LISTED.includes(metric.metric) ? effectOfListed(metric) : null;
}

/** By how much it got better, as a share, as if it were worse the other way round; null: it didn't. */
export function improvementOf({ metric, before, after, ratio, interval }: Compared): number | null {
  return worseningOf({
    metric,
    before: after,
    after: before,
    ratio: ratio === null ? null : 1 / ratio,
    interval: interval ? { low: 1 / (interval.high ?? Infinity), high: 1 / interval.low } : null,
  });
}

/** That errors didn't rise has to be known; a latency that can't be compared has others beside it. */
function effectOfListed({ metric, verdict, before, after }: ComparedMetric): FindingEffect | null {
  // A percentile of which only ranges are known is tested without a value.
  if (before === null && after === null && !isTested({ verdict })) return null;
  if (verdict === "not-tested" && metric === "error-rate") return "unsure";
  return verdict === "no-detectable-change" ? "pass" : "note";
}

type Compared = Pick<ComparedMetric, "metric" | "before" | "after" | "ratio"> & {
  interval?: ComparedMetric["interval"];
};

/** By how much it got worse, as a share; null: it didn't. Errors where there were none are worse by more than any share. */
export function worseningOf({ metric, before, after, ratio, interval }: Compared): number | null {
  // Of two ranges, the least that it can have got worse by.
  if ((before === null || after === null) && interval && FIGURES[metric].quantile !== null)
    return interval.low > 1 ? interval.low - 1 : null;
  if (before === null || after === null || before === after) return null;
  const rises = after > before;
  if (rises === (FIGURES[metric].better === "higher")) return null;
  return ratio === null || before === 0 ? Infinity : Math.abs(ratio - 1);
}

function labelFindings({ label, state }: PairEvidence["labels"][number]): Finding[] {
  if (state === "shared") return [];
  return [makeFinding({ effect: "note", kind: "label", code: state === "new" ? "new" : "missing", label })];
}

/** Without those that a difference names. */
function unnamedLabels({ differences, labels }: PairEvidence): PairEvidence["labels"] {
  const named = new Set(
    differences.flatMap(({ reason }) => {
      if (reason.code === "labels-lost") return reason.labels.map(({ label }) => label);
      if (reason.code !== "labels-renamed") return [];
      return reason.labels.flatMap(({ before, after }) => [before, after]);
    }),
  );
  return labels.filter(({ label }) => !named.has(label));
}

/** How much was compared: labels, if any were counted, and metrics otherwise. */
function countFindings({ whole, labels, screen }: NonNullable<PairEvidence["statistics"]>): Finding[] {
  const compared = comparedFindings([whole, ...labels.map(({ metrics }) => metrics)].flat());
  const screened = screenFindings(screen);
  return screened.length === 0
    ? compared
    : [...compared.filter(({ effect }) => effect !== "note"), ...screened];
}

function comparedFindings(metrics: readonly ComparedMetric[]): Finding[] {
  const tested = metrics.filter(isTested);
  if (tested.length === 0)
    return [makeFinding({ effect: "unsure", kind: "comparison", code: "nothing-compared" })];
  const untested = metrics.filter(
    ({ verdict, before, after, reasons }) =>
      verdict === "not-tested" && (before !== null || after !== null) && !reasons.some(isOfPlan),
  );
  return [
    makeFinding({
      effect: "note",
      kind: "comparison",
      code: "compared",
      after: tested.length,
      limit: untested.length,
    }),
  ];
}

function isTested({ verdict }: Pick<ComparedMetric, "verdict">): boolean {
  return verdict !== "not-tested" && verdict !== "not-comparable";
}

/** There is data, but it says nothing about the service. */
function isOfPlan({ code }: ComparedMetric["reasons"][number]): boolean {
  return code === "load-of-plan" || code === "mix-unknown";
}

/** What of the labels was compared, and what couldn't be. */
function screenFindings(screen: ComparedLabels | undefined): Finding[] {
  if (screen === undefined || screen.compared + screen.tooFew === 0) return [];
  const { compared, tooFew, found, resampled } = screen;
  const of = { effect: "note", kind: "comparison" } as const;
  const counted = makeFinding({ ...of, code: "labels", after: compared, limit: tooFew });
  return found <= resampled
    ? [counted]
    : [counted, makeFinding({ ...of, code: "more-labels", after: found, limit: resampled })];
}

/**
 * "No change" says little about a pair that couldn't have shown one: if none of the median, p95 and throughput could have
 * shown a change of `detect`, it is unsure. Otherwise, what it couldn't see is noted. Without earlier runs, that one of them
 * was tested is enough.
 */
function detectFindings(
  { whole, labels }: NonNullable<PairEvidence["statistics"]>,
  detect: number,
  isYoung: boolean,
): Finding[] {
  const isBlind = (metric: ComparedMetric) => (isYoung ? !isTested(metric) : detectableIn(metric) > detect);
  // Where only labels can be compared, they show what would have been seen.
  const isOfLabels = whole.some(({ reasons }) => reasons.some(({ code }) => code === "mix-unknown"));
  const asked = (isOfLabels ? labels.flatMap(({ metrics }) => metrics) : whole).filter(({ metric }) =>
    DETECTS.includes(metric),
  );
  if (asked.length > 0 && asked.every(isBlind)) {
    const least = Math.min(...asked.map(detectableIn));
    const figures = { limit: detect, after: Number.isFinite(least) ? least : null };
    return [makeFinding({ effect: "unsure", kind: "detectable", code: "too-noisy", ...figures })];
  }
  if (isYoung) return [];
  return whole
    .filter(({ metric, verdict }) => LISTED.includes(metric) && verdict === "no-detectable-change")
    .filter((one) => isBlind(one) && one.smallestDetectable !== null && one.metric !== "error-rate")
    .map((one) =>
      makeFinding({
        effect: "note",
        kind: "detectable",
        code: "unseen",
        metric: one.metric,
        limit: detectableIn(one),
      }),
    );
}

/** As a share, a fall of what is better higher; infinite where nothing could be tested. */
function detectableIn({ metric, verdict, smallestDetectable }: ComparedMetric): number {
  if (!isTested({ verdict })) return Infinity;
  if (verdict === "regressed" || verdict === "improved" || verdict === "differs") return 0;
  if (smallestDetectable === null) return Infinity;
  const isFall = FIGURES[metric].better === "higher";
  return isFall ? smallestDetectable / (1 + smallestDetectable) : smallestDetectable;
}
