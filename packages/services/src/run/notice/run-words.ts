import type { JudgementAnswer, Regression, RunVerdictAnswer } from "@headroom/contract";
import { figureName, findingBrief, headlineWords, printedChange, printedInterval } from "@headroom/core";
import type { FigureId } from "@headroom/core";

/** A run as its messages name it. */
export interface NamedRun {
  experiment: string;
  number: number;
  simulated: boolean;
}

const MAX_NAME = 100;
/** So that the name of the run always fits behind it. */
const MAX_HEADLINE = 180;

type Judged = Pick<JudgementAnswer, "outcome" | "reason" | "findings">;

/** "Holds: p99 142 ms (target 200 ms). Nightly: run 12" */
export function finishedTitle(
  named: NamedRun,
  judged: Judged,
  status: RunVerdictAnswer["run"]["status"],
): string {
  const wasCut = status === "interrupted" && judged.reason !== "interrupted";
  return titleOf(named, judged, wasCut ? " was interrupted" : "");
}

/** "Regressed: p99 112 ms → 150 ms, +34.0% (95% interval +28.0% to +41.2%). Nightly: run 13 is still regressed" */
export function regressedTitle(named: NamedRun, judged: Judged, still: boolean): string {
  const also = judged.outcome === "regressed" ? "" : " also regressed from its baseline";
  return titleOf(named, judged, still ? " is still regressed" : also);
}

/** "Holds: p99 142 ms (target 200 ms). Nightly: run 14 is no longer regressed, as run 13 was" */
export function recoveredTitle(named: NamedRun, judged: Judged, regressed: { number: number }): string {
  return titleOf(named, judged, ` is no longer regressed, as run ${regressed.number} was`);
}

/** The outcome comes first, and which run it is of last: a chat shows the beginning of a long one. */
function titleOf({ experiment, number, simulated }: NamedRun, judged: Judged, more: string): string {
  const headline = oneLine(headlineWords(judged), MAX_HEADLINE).replace(/\.$/, "");
  return `${headline}. ${oneLine(experiment)}: ${simulated ? "simulated run" : "run"} ${number}${more}`;
}

/**
 * What was found and isn't in the title: what failed or is unsure, and which targets are met. Notes and what didn't change are on
 * the page of the run.
 */
export function findingLines({ outcome, findings }: Judged, title: string): string[] {
  return findings.flatMap((one) => {
    // The title says why it isn't judged.
    if (one.kind === "run-state" && outcome === "not-judged") return [];
    const words = findingBrief(one);
    const mark = markOf(one);
    if (mark === null || title.includes(oneLine(words, MAX_HEADLINE))) return [];
    return [one.kind === "target" || one.kind === "change" ? `${mark}: ${words}` : words];
  });
}

/** Null: it isn't listed. */
function markOf({ effect, kind }: Judged["findings"][number]): string | null {
  if (effect === "unsure") return "Unsure";
  if (kind === "target") return effect === "fail" ? "Missed" : effect === "pass" ? "Met" : null;
  return effect === "fail" ? "Regressed" : null;
}

/** "p99: 112 ms before, 150 ms now, +34.0% (95% interval +28.0% to +41.2%)" */
export function regressionWords(regression: Regression): string {
  const { metric, label, interval } = regression;
  const { before, after, size } = printedChange(metric, regression);
  const change = size === null ? "" : `, ${size}`;
  const range = interval === null ? "" : ` (95% interval ${printedInterval(interval)})`;
  return `${metricWords(metric, label)}: ${before} before, ${after} now${change}${range}`;
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

function metricWords(metric: FigureId, label: string | null): string {
  const name = figureName(metric);
  return label === null ? name : `${name} of “${oneLine(label)}”`;
}

/** Names are free text. */
function oneLine(text: string, most = MAX_NAME): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
