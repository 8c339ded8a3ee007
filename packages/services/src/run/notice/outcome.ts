import type { RunOutcome } from "@headroom/db";
import type { PairStatistics, Regression, RunVerdictAnswer } from "@headroom/contract";
import { FIGURES } from "@headroom/core";

/**
 * Whether a run regressed from its baseline. As on its page and in the gate: what proves nothing about the service, or can't be
 * told from chance, is neither a regression nor an all-clear.
 */
export function outcomeOf({
  run,
  doubt,
  baseline,
  comparison,
}: RunVerdictAnswer): Exclude<RunOutcome, "worse" | "busier"> | "differs" {
  if (run.status !== "finished" || doubt !== null) return "unknown";
  if (baseline === null || baseline.doubt !== null || comparison === null) return "unknown";
  if (comparison.vetoes.length > 0) return "unknown";
  // One label that regressed fails a gate, whatever the whole run did.
  if (comparison.verdict === "regressed" || comparison.regressions.length > 0) return "regressed";
  if (comparison.verdict === "differs") return "differs";
  const isFine = comparison.verdict === "improved" || comparison.verdict === "no-detectable-change";
  return isFine ? "fine" : "unknown";
}

/**
 * Whether a figure of the whole run or of a label differs for the worse. It fails a gate as unsure, so if it were good enough to
 * be a baseline, the same build would pass when it is repeated.
 */
export function isWorse({ whole, labels }: Pick<PairStatistics, "whole" | "labels">): boolean {
  return [whole, ...labels.map(({ metrics }) => metrics)]
    .flat()
    .some(({ metric, verdict, before, after }) => {
      if (verdict !== "differs" || before === null || after === null) return false;
      return FIGURES[metric].better === "higher" ? after < before : after > before;
    });
}

const MUCH_MORE_LOAD = 1.25;
/** A closed load completes more only because the service answers faster. */
const NOT_FASTER = 0.9;

/**
 * Whether it was under much more load than its baseline. It passes a gate, but if it became the baseline, every run under the
 * usual load would seem to have lost throughput.
 */
export function isBusier({ whole }: Pick<PairStatistics, "whole">): boolean {
  const of = (figure: string) => whole.find(({ metric }) => metric === figure);
  const [throughput, p50] = [of("throughput"), of("p50")];
  if (throughput?.verdict !== "improved" && throughput?.verdict !== "differs") return false;
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
