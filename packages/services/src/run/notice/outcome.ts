import type { NoticeOutcome } from "@headroom/db";
import type { JudgementAnswer, PairStatistics, Regression } from "@headroom/contract";
import { isFigureId, worseningOf } from "@headroom/core";

type Judged = Pick<JudgementAnswer, "findings">;
type Found = JudgementAnswer["findings"][number];

/** Whether a run regressed, as its judgement says: what proves nothing, or may be chance, is no all-clear. */
export function outcomeOf(judged: Judged): NoticeOutcome {
  const { findings } = judged;
  // One label that regressed is enough, whatever else was found.
  if (regressionsOf(judged).length > 0) return "regressed";
  if (findings.some(isPartial)) return "partial";
  if (findings.some(provesNothing)) return "unknown";
  if (findings.some(mayBeWorse)) return "worse";
  if (isBusier(judged)) return "busier";
  return findings.some(({ kind, effect }) => !BESIDE.has(kind) && effect === "unsure") ? "unknown" : "fine";
}

/** What says nothing about the comparison. */
const BESIDE: ReadonlySet<string> = new Set(["target", "trend"]);

/** What regressed, the worst first. */
export function regressionsOf({ findings }: Judged): Regression[] {
  return findings.flatMap(({ kind, effect, metric, label, before, after, ratio, interval }) =>
    kind === "change" && effect === "fail" && metric !== null && isFigureId(metric)
      ? [{ metric, label, before, after, ratio, interval }]
      : [],
  );
}

/** It ended early, a part of it hung, or what it measured is a question: no later run should be compared with it. */
function isPartial({ kind, effect }: Found): boolean {
  return PARTIAL.has(kind) && effect === "unsure";
}

const PARTIAL: ReadonlySet<string> = new Set(["length", "outage", "rise", "codes"]);

/** The run, its baseline, or what they were compared by. */
function provesNothing({ kind, code, effect }: Found): boolean {
  if (kind === "reference") return code !== "level";
  // Where a run has its place is a note.
  if (kind === "run-state") return effect !== "note";
  if (kind === "outage") return true;
  if (kind === "comparability") return code === "veto";
  return kind === "comparison" && (code === "not-computed" || code === "nothing-compared");
}

/**
 * Whether a figure of the whole run or of a label differs for the worse, or can hide a change. If such a run were good enough
 * to be a baseline, the same build would pass when it is repeated.
 */
function mayBeWorse({ kind, code, effect, metric, ...figures }: Found): boolean {
  if (kind === "comparability") return effect === "unsure" && UNSEEN.has(code);
  if (kind !== "change" || code !== "differs" || metric === null || !isFigureId(metric)) return false;
  return worseningOf({ metric, ...figures }) !== null;
}

const UNSEEN: ReadonlySet<string> = new Set(["left-out", "label-filter", "lost-labels", "renamed-labels"]);

const MUCH_MORE_LOAD = 1.25;
/** A closed load completes more only because the service answers faster. */
const NOT_FASTER = 0.9;

/**
 * Whether it was under much more load than its baseline. It passes a gate, but if it became the baseline, every run under the
 * usual load would seem to have lost throughput.
 */
function isBusier({ findings }: Judged): boolean {
  const of = (figure: string) =>
    findings.find(({ kind, metric, label }) => kind === "change" && metric === figure && label === null);
  const [throughput, p50] = [of("throughput"), of("p50")];
  if (throughput?.code !== "improved" && throughput?.code !== "differs") return false;
  return (throughput.ratio ?? 1) >= MUCH_MORE_LOAD && (p50?.ratio ?? 0) >= NOT_FASTER;
}

/**
 * Whether everything that had regressed is known to be back. Too few requests to tell are no recovery; a label that no longer
 * exists can't hold one up.
 */
export function isRecovery(
  regressions: readonly Pick<Regression, "metric" | "label">[],
  { whole, labels }: Pick<PairStatistics, "whole" | "labels">,
): boolean {
  return regressions.every(({ metric, label }) => {
    const metrics = label === null ? whole : labels.find((one) => one.label === label)?.metrics;
    if (metrics === undefined) return true;
    const verdict = metrics.find((one) => one.metric === metric)?.verdict;
    return verdict === "improved" || verdict === "no-detectable-change";
  });
}
