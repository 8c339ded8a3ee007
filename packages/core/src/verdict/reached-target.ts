import { formatMillis } from "../format/latency.ts";
import { formatFigure, formatKnown, formatPercentFigure, numberShown } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import type { FailuresPart, Verdict } from "./judged.ts";
import type { FigureRange } from "../targets/figures.ts";
import { metricRow, unitWords } from "../targets/metrics.ts";
import type { Metric, MetricKind } from "../targets/metrics.ts";
import { isCeiling } from "../targets/target.ts";
import type { Comparator } from "../targets/target.ts";

/** A target with what a run reached. */
export interface ReachedTarget {
  metric: Metric;
  label: string | null;
  users: number | null;
  comparator: Comparator;
  /** Of both figures. */
  unit: string;
  threshold: number;
  value: number | null;
  /** What the figure lies between, if that isn't a single value. */
  range?: FigureRange | null | undefined;
  verdict: Verdict;
  failures?: FailuresPart | null;
}

/** A figure in its target's own unit, without the unit. */
export function figureIn({ unit }: Pick<ReachedTarget, "unit">, value: number): string {
  if (unit === "%") return formatPercentFigure(value / 100);
  if (unit === "ms") return formatMillis(value);
  return formatFigure(value);
}

/** A figure with as many digits as it takes to see on which side of its threshold it is: 200.3 and not 200. */
export function figureAgainst(
  { unit, threshold }: Pick<ReachedTarget, "unit" | "threshold">,
  value: number,
): string {
  const side = Math.sign(value - threshold);
  const texts = [
    figureIn({ unit }, value),
    ...[3, 4, 5, 6, 7].map((digits) => value.toLocaleString("en-US", { maximumSignificantDigits: digits })),
  ];
  const shows = (text: string) => Math.sign(numberShown(text) - threshold) === side;
  return texts.find(shows) ?? String(value);
}

/** A threshold as it was written: 0.1 and not 0.10. */
export function thresholdIn({ threshold }: Pick<ReachedTarget, "threshold">): string {
  return threshold.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

/** "p95 of GET /search at 600 users", after the name of its metric. */
export function placedTarget(name: string, { label, users }: Pick<ReachedTarget, "label" | "users">): string {
  const load = users === null ? "" : ` at ${users.toLocaleString("en-US")} ${users === 1 ? "user" : "users"}`;
  return `${label === null ? name : `${name} of ${label}`}${load}`;
}

/** What a run reached of a target, inside a sentence: "p99 142 ms (target 200 ms)". */
export function targetClause(judged: ReachedTarget): string {
  const target = { ...judged, label: judged.label === null ? null : shortLabel(judged.label) };
  const { metric, value, range = null, verdict, label, users } = target;
  const successful = target.failures === "hide" ? " of successful requests" : "";
  const subject = `${placedTarget(metricRow(metric).name(metric), target)}${successful}`;
  const bound = boundOf(target);
  const figure = formatKnown({ value, range }, (known) => figureAgainst(target, known));
  if (figure === null) return UNMEASURED[verdict]({ subject, bound });
  const load = users === null ? "" : ` at ${formatFigure(users)} ${users === 1 ? "user" : "users"}`;
  return CLAUSES[metric.kind]({
    subject,
    figure: joinUnit(figure, unitWords(target)),
    where: `${successful}${label === null ? "" : ` on ${label}`}${load}`,
    bound,
  });
}

interface Clause {
  /** "p99 of GET /search" */
  subject: string;
  /** "113 ms" */
  figure: string;
  /** " on GET /search at 600 users", for figures that need no name. */
  where: string;
  /** "target 200 ms", "limit 0.2%". */
  bound: string;
}

const CLAUSES: Record<MetricKind, (clause: Clause) => string> = {
  throughput: ({ figure, where, bound }) => `${figure}${where} (${bound})`,
  items: ({ figure, where, bound }) => `${figure}${where} (${bound})`,
  percentile: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
  latency: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
  "error-rate": ({ figure, where, bound }) => `${figure} errors${where} (${bound})`,
  achieved: ({ figure, bound }) => `${figure} of the expected requests (${bound})`,
  gauge: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
};

/** Without a figure, which the target's own reason explains. */
const UNMEASURED: Record<Verdict, (clause: Pick<Clause, "subject" | "bound">) => string> = {
  met: ({ subject, bound }) => `${subject} on target (${bound})`,
  missed: ({ subject, bound }) => `${subject} off target (${bound})`,
  unsure: ({ subject, bound }) => `${subject} unknown (${bound})`,
  "no-baseline": ({ subject, bound }) => `${subject} without a baseline (${bound})`,
};

/** What is usually wanted of each kind, and how its threshold is called. */
const BOUNDS: Record<MetricKind, { ceiling: string; floor: string }> = {
  throughput: { ceiling: "limit", floor: "target" },
  items: { ceiling: "limit", floor: "target" },
  percentile: { ceiling: "target", floor: "target at least" },
  latency: { ceiling: "target", floor: "target at least" },
  "error-rate": { ceiling: "limit", floor: "target at least" },
  achieved: { ceiling: "target at most", floor: "target" },
  gauge: { ceiling: "limit", floor: "target" },
};

/** "target 190", "target 200 ms", "limit 0.2%": a throughput's unit is that of its figure. */
function boundOf(target: ReachedTarget): string {
  const { kind } = target.metric;
  const name = BOUNDS[kind][isCeiling(target.comparator) ? "ceiling" : "floor"];
  const threshold = thresholdIn(target);
  const bare = (kind === "throughput" || kind === "items") && target.value !== null;
  return `${name} ${bare ? threshold : joinUnit(threshold, unitWords(target))}`;
}

const MAX_LABEL_LENGTH = 60;

/** A label may be an address of any length; the page of its run has it whole. */
export function shortLabel(label: string): string {
  return label.length <= MAX_LABEL_LENGTH ? label : `${label.slice(0, MAX_LABEL_LENGTH - 1).toWellFormed()}…`;
}
