import { DAY_SECONDS, HOUR_SECONDS } from "../time.ts";
import { allowedMillionthsOf } from "./budget.ts";
import type { SloPeriod } from "./budget.ts";
import { addTallies } from "./tally.ts";

/** How fast the budget is being spent: at 1, it lasts exactly as long as the window; at 2, half as long. */
export interface BurnRate {
  /** A range, as far as the number of bad requests is one. */
  low: number;
  high: number;
  /** How much of the stretch has requests. */
  measuredSeconds: number;
}

/** Null without requests. Where all requests have to be good, a single bad one burns infinitely fast. */
export function burnRate(periods: readonly SloPeriod[]): BurnRate | null {
  const { requests, badLow, badHigh } = addTallies(periods.map(({ tally }) => tally));
  if (requests === 0) return null;
  const allowed = allowedMillionthsOf(periods) / 1_000_000;
  const rate = (bad: number) => (bad === 0 ? 0 : bad / allowed);
  const measuredSeconds = periods.reduce((sum, period) => sum + period.measuredSeconds, 0);
  return { low: rate(badLow), high: rate(badHigh), measuredSeconds };
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
  { severity: "page", longSeconds: HOUR_SECONDS, shortSeconds: HOUR_SECONDS / 12, spends: 0.02 },
  { severity: "page", longSeconds: 6 * HOUR_SECONDS, shortSeconds: HOUR_SECONDS / 2, spends: 0.05 },
  { severity: "ticket", longSeconds: 3 * DAY_SECONDS, shortSeconds: 6 * HOUR_SECONDS, spends: 0.1 },
];

/** The rate at which a rule alerts, over a window of this length: at least 1, because a slower one never spends the budget. */
export function alertingRate({ spends, longSeconds }: BurnRule, windowSeconds: number): number {
  return Math.max(1, (spends * windowSeconds) / longSeconds);
}

export interface BurnReading {
  rule: BurnRule;
  rate: number;
  long: BurnRate | null;
  short: BurnRate | null;
  /** `unsure`: it depends on requests of which only the bucket is known. No requests are no alert, and no all-clear. */
  state: "alert" | "quiet" | "unsure" | "no-requests";
}

export interface BurnInput {
  windowSeconds: number;
  /** The periods of this many last seconds. */
  last: (seconds: number) => readonly SloPeriod[];
}

export function readBurnRates({ windowSeconds, last }: BurnInput): BurnReading[] {
  return BURN_RULES.filter(({ longSeconds }) => longSeconds < windowSeconds).map((rule) => {
    const rate = alertingRate(rule, windowSeconds);
    const long = burnRate(last(rule.longSeconds));
    const short = burnRate(last(rule.shortSeconds));
    return { rule, rate, long, short, state: stateOf(rate, long, short) };
  });
}

function stateOf(rate: number, long: BurnRate | null, short: BurnRate | null): BurnReading["state"] {
  // What the long stretch has spent is too little, whatever the short one would show.
  if (long !== null && long.high < rate) return "quiet";
  if (long === null || short === null) return "no-requests";
  if (long.low >= rate && short.low >= rate) return "alert";
  return short.high >= rate ? "unsure" : "quiet";
}
