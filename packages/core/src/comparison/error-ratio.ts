import { incompleteBeta, inverseBeta } from "../chance/special-functions.ts";

export interface ErrorCounts {
  errors: number;
  requests: number;
}

export interface ErrorTest {
  pValue: number;
  /** Contains the true ratio of the rates with 95% confidence; `high` null has no upper end. Null: no error on either side. */
  interval: { low: number; high: number | null } | null;
}

const TAIL = 0.025;

/**
 * Few errors, counted exactly: given all errors of both sides, those of one are binomial (Przyborowski and Wilenski,
 * 1940; the interval is that of Clopper and Pearson). `dispersion` is how much more they scatter than independent
 * errors would: bursts of five count as single errors.
 */
export function testErrors(before: ErrorCounts, after: ErrorCounts, dispersion: number): ErrorTest {
  const x = before.errors / dispersion;
  const y = after.errors / dispersion;
  if (x + y === 0) return { pValue: 1, interval: null };
  const low = y === 0 ? 0 : inverseBeta(TAIL, y, x + 1);
  const high = x === 0 ? 1 : inverseBeta(1 - TAIL, y + 1, x);
  const exposure = before.requests / after.requests;
  return {
    pValue: errorChance(before, after, dispersion),
    interval: {
      low: (low / (1 - low)) * exposure,
      high: high >= 1 ? null : (high / (1 - high)) * exposure,
    },
  };
}

/** The probability of such a difference without a change, without its interval, which takes far longer. */
export function errorChance(before: ErrorCounts, after: ErrorCounts, dispersion: number): number {
  const x = before.errors / dispersion;
  const y = after.errors / dispersion;
  const fair = after.requests / (before.requests + after.requests);
  const atLeast = y === 0 ? 1 : incompleteBeta(fair, y, x + 1);
  const atMost = x === 0 ? 1 : 1 - incompleteBeta(fair, y + 1, x);
  return Math.min(1, 2 * Math.min(atLeast, atMost));
}

/** How much more errors scatter from run to run than by chance; 1 if no earlier run shows it. */
export function errorScatter(runs: readonly ErrorCounts[]): { dispersion: number; df: number } {
  const errors = runs.reduce((sum, one) => sum + one.errors, 0);
  const requests = runs.reduce((sum, one) => sum + one.requests, 0);
  if (runs.length < 2 || errors === 0) return { dispersion: 1, df: Math.max(0, runs.length - 1) };
  const squares = runs.reduce((sum, one) => {
    const expected = (errors * one.requests) / requests;
    return sum + (one.errors - expected) ** 2 / expected;
  }, 0);
  return { dispersion: Math.max(1, squares / (runs.length - 1)), df: runs.length - 1 };
}
