import { formatPercentFigure, formatRoughPercent, formatSigned } from "../format/number.ts";
import { FIGURES } from "../targets/figures.ts";
import type { FigureId } from "../targets/figures.ts";
import { printedInterval } from "./printed-change.ts";
import type { AgainstUsual, Tested, UsualChange } from "./tested.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** The verdict on a change that was tested against those of earlier days. */
export function verdictAgainstUsual(
  tested: Tested & { usual: AgainstUsual },
  found: boolean,
): { verdict: ComparisonVerdict; reason: string } {
  const { metric, usual, relevant, smallestDetectable } = tested;
  const usually = usualWords(metric, usual.change);
  if (isLoad(metric))
    return found && relevant
      ? { verdict: "differs", reason: `${usually} ${UNUSUAL_LOAD}` }
      : { verdict: "not-tested", reason: SENT_BY_USERS };
  if (!found || !relevant) {
    const detectable =
      smallestDetectable === null || metric === "error-rate"
        ? ""
        : ` Only ${formatRoughPercent(smallestDetectable)} more or less than usual would have been detected.`;
    return { verdict: "no-detectable-change", reason: `${usually}${detectable}` };
  }
  const rises = usual.excess > 0;
  if (!isOwnChange(usual))
    return { verdict: "differs", reason: `${usually} This time it didn't, and that is more than chance.` };
  const isBetter = rises === (FIGURES[metric].better === "higher");
  const other = otherCause(usual, isBetter);
  if (other !== null) return { verdict: "differs", reason: `${usually} This is more, but ${other}` };
  return {
    verdict: isBetter ? "improved" : "regressed",
    reason: `${usually} This is more than the time of day and chance explain.`,
  };
}

export function isLoad(metric: FigureId): boolean {
  return metric === "throughput" || metric === "items";
}

export const SENT_BY_USERS = "Users sent this load, so a difference isn't one of the service.";
const UNUSUAL_LOAD =
  "Users sent this load, so they may have caused this. A service that was away or turned users away looks the same.";

/** Where a service changes every day and doesn't now, something differs, but nothing to look at got better or worse. */
function isOwnChange({ measured, excess }: AgainstUsual): boolean {
  return Math.sign(measured) === Math.sign(excess) && Math.abs(measured) >= Math.abs(excess) / 2;
}

/** "On 6 earlier days at the same hours it changed by −3.0% to +8.1%." */
function usualWords(metric: FigureId, change: UsualChange): string {
  return `On ${change.days} earlier days at the same hours it changed by ${usualRange(metric, change)}.`;
}

/** "−3.0% to +8.1%"; of error rates "−0.01 to +0.02 points". */
export function usualRange(metric: FigureId, { low, high }: UsualChange): string {
  if (metric !== "error-rate") return printedInterval({ low, high });
  const points = (share: number) => formatSigned(share, formatPercentFigure);
  return `${points(low)} to ${points(high)} percentage points`;
}

/** What else can have caused a change; null: nothing that was measured. */
function otherCause({ moved: { load, labels } }: AgainstUsual, isBetter: boolean): string | null {
  if (labels) return "users also asked for other things than on those days, which can cause it.";
  if (load === "more" && !isBetter) return "traffic also grew more than on those days, which can cause it.";
  if (load === "less" && isBetter) return "traffic also fell more than on those days, which can cause it.";
  return null;
}
