import type { Objective, SloTally } from "./tally.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/**
 * How fast the budget is being spent: at 1, it lasts exactly as long as the window; at 2, half as long. A range, as
 * far as the number of bad requests is one; null without requests.
 */
export function burnRate(
  { requests, badLow, badHigh }: SloTally,
  { goodPerMillion }: Pick<Objective, "goodPerMillion">,
): { low: number; high: number } | null {
  if (requests === 0) return null;
  const allowed = (requests * (1_000_000 - goodPerMillion)) / 1_000_000;
  return { low: badLow / allowed, high: badHigh / allowed };
}

/** An alert goes out while the budget burns this fast over both stretches: the short one ends it soon after the trouble does. */
export interface BurnRule {
  severity: "page" | "ticket";
  longSeconds: number;
  shortSeconds: number;
  /** The share of the window's whole budget that this rate spends in the long stretch. */
  spends: number;
}

/** The three pairs of the Site Reliability Workbook: of a 30-day budget, rates of 14.4, 6 and 1. */
export const BURN_RULES: readonly BurnRule[] = [
  { severity: "page", longSeconds: HOUR, shortSeconds: HOUR / 12, spends: 0.02 },
  { severity: "page", longSeconds: 6 * HOUR, shortSeconds: HOUR / 2, spends: 0.05 },
  { severity: "ticket", longSeconds: 3 * DAY, shortSeconds: 6 * HOUR, spends: 0.1 },
];

/** The rate at which a rule alerts, over a window of this length. */
export function alertingRate({ spends, longSeconds }: BurnRule, windowSeconds: number): number {
  return (spends * windowSeconds) / longSeconds;
}

export interface BurnReading {
  rule: BurnRule;
  rate: number;
  long: ReturnType<typeof burnRate>;
  short: ReturnType<typeof burnRate>;
  /** `unsure`: it depends on requests of which only the bucket is known. No requests are no alert, and no all-clear. */
  state: "alert" | "quiet" | "unsure" | "no-requests";
}

export interface BurnInput {
  goodPerMillion: number;
  windowSeconds: number;
  /** The tally of this many last seconds. */
  last: (seconds: number) => SloTally;
}

export function readBurnRates({ goodPerMillion, windowSeconds, last }: BurnInput): BurnReading[] {
  return BURN_RULES.filter(({ longSeconds }) => longSeconds < windowSeconds).map((rule) => {
    const rate = alertingRate(rule, windowSeconds);
    const long = burnRate(last(rule.longSeconds), { goodPerMillion });
    const short = burnRate(last(rule.shortSeconds), { goodPerMillion });
    return { rule, rate, long, short, state: stateOf(rate, long, short) };
  });
}

function stateOf(rate: number, long: BurnReading["long"], short: BurnReading["short"]): BurnReading["state"] {
  if (long === null || short === null) return "no-requests";
  if (long.low >= rate && short.low >= rate) return "alert";
  return long.high >= rate && short.high >= rate ? "unsure" : "quiet";
}
