import { incompleteBeta, inverseBeta, normalQuantile } from "./special-functions.ts";

/** Above this variance of the count, a normal distribution, corrected for its skew, is as good and needs no long series. */
const MANY = 100;

/**
 * Whether the true quantile of this share lies below the value of this rank, or above it, with this confidence (order
 * statistics, W. R. Thompson 1936). `rank` and `trials` may be fractional, because dependent values count as fewer.
 */
export function quantileLies(
  side: "below" | "above",
  { share, rank, trials, confidence }: { share: number; rank: number; trials: number; confidence: number },
): boolean {
  const variance = trials * share * (1 - share);
  if (variance > MANY) {
    const { reach, skew } = normalReach(share, variance, confidence);
    const middle = trials * share + 0.5 + skew;
    return side === "below" ? rank >= middle + reach : rank <= middle - reach;
  }
  const atLeast = incompleteBeta(share, rank, trials - rank + 1);
  return side === "below" ? atLeast <= 1 - confidence : atLeast >= confidence;
}

/** The ranks that the true quantile of this share is between, with this confidence at either end, by a normal distribution. */
export function normalRanks(
  share: number,
  trials: number,
  confidence: number,
): { low: number; high: number } {
  const { reach, skew } = normalReach(share, trials * share * (1 - share), confidence);
  const middle = trials * share + 0.5 + skew;
  return { low: Math.floor(middle - reach), high: Math.ceil(middle + reach) };
}

/** Cornish and Fisher 1938. */
function normalReach(share: number, variance: number, confidence: number): { reach: number; skew: number } {
  const z = normalQuantile(confidence);
  return { reach: z * Math.sqrt(variance), skew: ((1 - 2 * share) * (z * z - 1)) / 6 };
}

/** The range of a true rate after so many hits, with this confidence at either end (Clopper and Pearson 1934). */
export function rateRange(hits: number, trials: number, confidence: number): { low: number; high: number } {
  const share = hits / trials;
  if (trials * share * (1 - share) > MANY) return normalRate(hits, trials, confidence);
  return {
    low: hits <= 0 ? 0 : inverseBeta(1 - confidence, hits, trials - hits + 1),
    high: hits >= trials ? 1 : inverseBeta(confidence, hits + 1, Math.max(0, trials - hits)),
  };
}

/** The same by a normal distribution, corrected for its skew: rough below ten hits. */
export function normalRate(hits: number, trials: number, confidence: number): { low: number; high: number } {
  const share = hits / trials;
  const { reach, skew } = normalReach(share, trials * share * (1 - share), confidence);
  // The rate at the end of the range has a variance and a skew of its own.
  const widened = (1 - 2 * share) * (normalQuantile(confidence) ** 2 / 2) - skew;
  return { low: (hits - 0.5 - reach + widened) / trials, high: (hits + 0.5 + reach + widened) / trials };
}
