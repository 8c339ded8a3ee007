import { addTallies, type Objective, type SloTally } from "./tally.ts";

const MILLION = 1_000_000;

/** A stretch of an SLO's window that was measured by one objective. A change of the objective begins a new one. */
export interface SloPeriod {
  tally: SloTally;
  goodPerMillion: Objective["goodPerMillion"];
}

export type BudgetState = "kept" | "spent" | "unsure" | "no-requests";

/** Requests that may be bad in a window, and how many were. Shares are of the budget; what is left may be negative. */
export interface ErrorBudget {
  state: BudgetState;
  requests: number;
  allowedRequests: number;
  badLow: number;
  badHigh: number;
  /** Null without requests: nothing was allowed, and nothing was spent. */
  leftShare: { low: number; high: number } | null;
  /** Share of good requests, at least and at most; null without requests. */
  goodShare: { low: number; high: number } | null;
}

/** Each period allows by its own objective, so a change in mid-window judges nothing that happened before it. */
export function budgetOf(periods: readonly SloPeriod[]): ErrorBudget {
  const { requests, badLow, badHigh } = addTallies(periods.map(({ tally }) => tally));
  const allowedMillionths = periods.reduce(
    (sum, { tally, goodPerMillion }) => sum + tally.requests * (MILLION - goodPerMillion),
    0,
  );
  const allowedRequests = allowedMillionths / MILLION;
  const counts = { requests, allowedRequests, badLow, badHigh };
  if (requests === 0) return { ...counts, state: "no-requests", leftShare: null, goodShare: null };
  return {
    ...counts,
    state: stateOf(allowedMillionths, badLow, badHigh),
    leftShare: {
      low: (allowedRequests - badHigh) / allowedRequests,
      high: (allowedRequests - badLow) / allowedRequests,
    },
    goodShare: { low: (requests - badHigh) / requests, high: (requests - badLow) / requests },
  };
}

function stateOf(allowedMillionths: number, badLow: number, badHigh: number): BudgetState {
  if (badHigh * MILLION <= allowedMillionths) return "kept";
  return badLow * MILLION > allowedMillionths ? "spent" : "unsure";
}

/** The budget as minutes in which every request of average traffic is bad: 43.2 for 99.9 % over 30 days. */
export function budgetMinutes(windowSeconds: number, goodPerMillion: number): number {
  return (windowSeconds * (MILLION - goodPerMillion)) / MILLION / 60;
}
