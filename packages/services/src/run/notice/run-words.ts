import type { Regression, RunVerdictAnswer } from "@headroom/contract";
import { FIGURES, figureName } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { formatChange, formatFigure, formatMillis, formatPercent } from "@headroom/core/format";

/** A run as its messages name it. */
export interface NamedRun {
  experiment: string;
  number: number;
  simulated: boolean;
}

const MAX_NAME = 100;

/** "Nightly: simulated run 12 finished, missed 1 of 3 targets" */
export function finishedTitle(named: NamedRun, verdict: RunVerdictAnswer): string {
  const did = verdict.run.status === "interrupted" ? "was interrupted" : "finished";
  return `${subjectOf(named)} ${did}, ${targetsWords(verdict)}`;
}

export function regressedTitle(named: NamedRun, still: boolean, regressions: readonly Regression[]): string {
  const worst = regressions[0];
  const what = worst === undefined ? "" : `: ${changeWords(worst)}`;
  return `${subjectOf(named)} ${still ? "is still regressed" : "regressed from its baseline"}${what}`;
}

export function recoveredTitle(named: NamedRun, regressed: { number: number }): string {
  return `${subjectOf(named)} recovered: it is no longer regressed from its baseline, as run ${regressed.number} was`;
}

function subjectOf({ experiment, number, simulated }: NamedRun): string {
  return `${oneLine(experiment)}: ${simulated ? "simulated run" : "run"} ${number}`;
}

/** "p99 of "GET /cart" +34.0%" */
function changeWords({ metric, label, ratio }: Regression): string {
  const change = ratio === null ? "" : ` ${formatChange(ratio - 1)}`;
  return `${metricWords(metric, label)}${change}`;
}

/** "p99: 112 ms before, 150 ms now, +34.0% (95% interval +28.0% to +41.2%)" */
export function regressionWords(regression: Regression): string {
  const { metric, label, before, after, ratio, interval } = regression;
  const sizes = `${valueWords(metric, before)} before, ${valueWords(metric, after)} now`;
  const change = ratio === null ? "" : `, ${formatChange(ratio - 1)}`;
  return `${metricWords(metric, label)}: ${sizes}${change}${intervalWords(interval)}`;
}

function intervalWords(interval: Regression["interval"]): string {
  if (interval === null) return "";
  const low = formatChange(interval.low - 1);
  const high = interval.high === null ? "no upper limit" : formatChange(interval.high - 1);
  return ` (95% interval ${low} to ${high})`;
}

function targetsWords({ verdict, targets }: Pick<RunVerdictAnswer, "verdict" | "targets">): string {
  const missed = targets.filter((one) => one.verdict === "missed").length;
  switch (verdict) {
    case null:
      return "no targets to meet";
    case "met":
      return targets.length === 1 ? "its target is met" : `all ${targets.length} targets are met`;
    case "missed":
      return targets.length === 1 ? "its target is missed" : `${missed} of ${targets.length} targets missed`;
    case "unsure":
      return "unsure whether it meets its targets";
    case "no-baseline":
      return "its targets need a baseline";
  }
}

/** "Service Shop, branch main, commit 8c1f0d2, environment staging." */
export function originWords(origin: {
  service: string | null;
  branch: string | null;
  commit: string | null;
  environment: string | null;
}): string {
  const parts = Object.entries(origin).flatMap(([name, value]) =>
    value === null ? [] : `${name} ${oneLine(value)}`,
  );
  const words = parts.join(", ");
  return words === "" ? "" : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What the targets say, unless the title says it: what is missed or unsure, and what limits what the run proves. */
export function targetLines({ targets, verdict, doubt }: RunVerdictAnswer): string[] {
  const open = targets.filter((target) => target.verdict === "missed" || target.verdict === "unsure");
  return [
    ...(doubt === null ? [] : [`It proves nothing about the service. ${doubt}`]),
    ...open.map((target) => `${target.verdict === "missed" ? "Missed" : "Unsure"}: ${target.text}`),
    ...(verdict === "met" ? ["Its targets are met."] : []),
  ];
}

function metricWords(metric: FigureId, label: string | null): string {
  const name = figureName(metric);
  return label === null ? name : `${name} of “${oneLine(label)}”`;
}

function valueWords(metric: FigureId, value: number | null): string {
  if (value === null) return "unknown";
  const { unit } = FIGURES[metric];
  if (unit === "share") return formatPercent(value);
  return unit === "ms" ? `${formatMillis(value)} ms` : `${formatFigure(value)}/s`;
}

/** Names are free text. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1).toWellFormed()}…` : line;
}
