import { addTallies } from "./tally.ts";
import type { Objective, SloTally } from "./tally.ts";

const MILLION = 1_000_000;

/** A stretch of an SLO's window that was measured by one objective. A change of the objective begins a new one. */
export interface SloPeriod {
  tally: SloTally;
  goodPerMillion: Objective["goodPerMillion"];
  /** How much of the stretch has requests. */
  measuredSeconds: number;
}

export type BudgetState = "kept" | "spent" | "unsure" | "no-requests";

/** Requests that may be bad in a window, and how many were. Shares are of the budget; what is left may be negative. */
export interface ErrorBudget {
  state: BudgetState;
  requests: number;
  allowedRequests: number;
  badLow: number;
  badHigh: number;
  measuredSeconds: number;
  /** The budget as minutes in which every request of average traffic is bad: 43.2 for 99.9% over 30 measured days. */
  allowedMinutes: number;
  /** Null if nothing is allowed: without requests, and where all of them have to be good. */
  leftShare: { low: number; high: number } | null;
  /** Share of good requests, at least and at most; null without requests. */
  goodShare: { low: number; high: number } | null;
}

/** Each period allows by its own objective, so a change in mid-window judges nothing that happened before it. */
export function budgetOf(periods: readonly SloPeriod[]): ErrorBudget {
  const { requests, badLow, badHigh } = addTallies(periods.map(({ tally }) => tally));
  const allowedMillionths = allowedMillionthsOf(periods);
  const allowedRequests = allowedMillionths / MILLION;
  const measuredSeconds = periods.reduce((sum, period) => sum + period.measuredSeconds, 0);
  const share = requests === 0 ? 0 : allowedRequests / requests;
  const allowedMinutes = (share * measuredSeconds) / 60;
  const counts = { requests, allowedRequests, badLow, badHigh, measuredSeconds, allowedMinutes };
  if (requests === 0) return { ...counts, state: "no-requests", leftShare: null, goodShare: null };
  return {
    ...counts,
    state: stateOf(allowedMillionths, badLow, badHigh),
    leftShare: allowedRequests === 0 ? null : leftOf(allowedRequests, badLow, badHigh),
    goodShare: { low: (requests - badHigh) / requests, high: (requests - badLow) / requests },
  };
}

function stateOf(allowedMillionths: number, badLow: number, badHigh: number): BudgetState {
  if (badHigh * MILLION <= allowedMillionths) return "kept";
  return badLow * MILLION > allowedMillionths ? "spent" : "unsure";
}

function leftOf(allowed: number, badLow: number, badHigh: number): { low: number; high: number } {
  return { low: (allowed - badHigh) / allowed, high: (allowed - badLow) / allowed };
}

/** In millionths of a request, so that the sum is exact. */
export function allowedMillionthsOf(periods: readonly Pick<SloPeriod, "tally" | "goodPerMillion">[]): number {
  return periods.reduce(
    (sum, { tally, goodPerMillion }) => sum + tally.requests * (MILLION - goodPerMillion),
    0,
  );
}
