import { formatRange, formatTimesFigure } from "../format/number.ts";

/** Of less of a window than this, what is left of its budget says little: how fast it burns comes first. */
const EARLY_SHARE = 0.1;

interface Range {
  low: number;
  high: number;
}

/** How fast a budget burns that only a little of its window is known of. */
export interface SpentSoFar {
  /** At 1, the budget lasts exactly as long as the window. */
  rate: Range;
  measuredSeconds: number;
  windowSeconds: number;
}

/** Null: enough of the window is known, or nothing is allowed or was requested. Times are ISO 8601. */
export function spentSoFar({
  from,
  to,
  measuredSeconds,
  budget: { leftPercent },
}: {
  from: string;
  to: string;
  measuredSeconds: number;
  budget: { leftPercent: Range | null };
}): SpentSoFar | null {
  const windowSeconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  if (leftPercent === null || measuredSeconds >= windowSeconds * EARLY_SHARE) return null;
  const rate = { low: 1 - leftPercent.high / 100, high: 1 - leftPercent.low / 100 };
  return { rate, measuredSeconds, windowSeconds };
}

/** "2.50x the allowed rate" */
export function rateInWords({ rate }: Pick<SpentSoFar, "rate">): string {
  return `${formatRange(`${formatTimesFigure(rate.low)}x`, `${formatTimesFigure(rate.high)}x`)} the allowed rate`;
}
