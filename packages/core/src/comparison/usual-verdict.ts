import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import type { ChangeReason } from "./change-sentences.ts";
import type { AgainstUsual, Tested } from "./tested.ts";
import type { Concluded } from "./verdict.ts";

/** The verdict on a change that was tested against those of earlier days. */
export function verdictAgainstUsual(tested: Tested & { usual: AgainstUsual }, found: boolean): Concluded {
  const { metric, usual, relevant, smallestDetectable: detectable } = tested;
  const usually: ChangeReason = { code: "usually", metric, ...usual.change };
  if (isLoad(metric))
    return found && relevant
      ? { verdict: "differs", reasons: [usually, { code: "unusual-load" }] }
      : { verdict: "not-tested", reasons: [{ code: "load-of-users" }] };
  if (!found || !relevant) {
    const seen: ChangeReason[] =
      detectable === null || metric === "error-rate" ? [] : [{ code: "usual-detectable", detectable }];
    return { verdict: "no-detectable-change", reasons: [usually, ...seen] };
  }
  const rises = usual.excess > 0;
  if (!isOwnChange(usual)) return { verdict: "differs", reasons: [usually, { code: "unusually-still" }] };
  const isBetter = rises === (FIGURES[metric].better === "higher");
  const cause = otherCause(usual, isBetter);
  if (cause !== null) return { verdict: "differs", reasons: [usually, { code: "other-cause", cause }] };
  return { verdict: isBetter ? "improved" : "regressed", reasons: [usually, { code: "beyond-usual" }] };
}

export function isLoad(metric: FigureId): boolean {
  return metric === "throughput" || metric === "items";
}

/** Where a service changes every day and doesn't now, something differs, but nothing to look at got better or worse. */
function isOwnChange({ measured, excess }: AgainstUsual): boolean {
  return Math.sign(measured) === Math.sign(excess) && Math.abs(measured) >= Math.abs(excess) / 2;
}

/** What else can have caused a change; null: nothing that was measured. */
function otherCause(
  { moved: { load, labels } }: AgainstUsual,
  isBetter: boolean,
): "labels" | "more" | "less" | null {
  if (labels) return "labels";
  return load === (isBetter ? "less" : "more") ? load : null;
}
