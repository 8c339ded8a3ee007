import { changeIn, ratioOf } from "../comparison/change.ts";
import { withFewestDigits } from "../comparison/printed-change.ts";
import type { Change } from "../comparison/change.ts";
import type { MetricStatistic } from "../comparison/statistics.ts";
import { RELEVANT_SHARE } from "../comparison/test-family.ts";
import { reasonWords } from "../judgement/reason.ts";
import { formatMoney } from "../format/money.ts";
import { formatChange, formatRoughPercent, formatTimes } from "../format/number.ts";
import type { CostFigure, CostKind } from "./cost.ts";
import { pricePerSecond } from "./price.ts";
import type { Price } from "./price.ts";

/** One side of a comparison of costs. Null: the run has no price. */
export interface CostSide {
  price: Price | null;
  cost: CostFigure | null;
}

/** How certain a change of cost is. */
export type CostStatistic = Pick<
  MetricStatistic,
  "verdict" | "before" | "after" | "ratio" | "interval" | "smallestDetectable"
> & { reason: string };

/** What of a metric's statistics decides how certain a cost is. */
export type RateStatistic = CostStatistic &
  Pick<MetricStatistic, "metric"> & {
    noise: { between: number | null } | null;
    /** Of live traffic, which is tested otherwise. */
    usual?: object | null | undefined;
  };

/** Null values where there is nothing to compare: a missing price, two currencies, or a cost that is only known to be at least. */
export function costChange(before: CostSide, after: CostSide): Change {
  const comparable = whyNot(before, after) === null;
  const value = ({ cost }: CostSide) => (comparable ? (cost?.value ?? null) : null);
  return changeIn({ better: "lower", ratioWords }, value(before), value(after));
}

/** Costs in one currency, with the digits that their changes take. */
export function printedCosts(
  values: readonly (number | null)[],
  currency: string,
  reference: number,
): (string | null)[] {
  const textWith = (value: number, more: number) => formatMoney(value, currency, more);
  const words = (ratio: number) => `${formatChange(ratio - 1)} ${ratioWords(ratio)}`;
  return withFewestDigits(values, reference, { textWith, words });
}

/**
 * Prices are exact, so a cost is as uncertain as the throughput that it is computed from and, where requests failed, as the
 * error rate. `whole`: the statistics of the pair.
 */
export function costStatistic(
  kind: CostKind,
  [before, after]: readonly [CostSide, CostSide],
  whole: readonly RateStatistic[],
): CostStatistic {
  const values = { before: before.cost?.value ?? null, after: after.cost?.value ?? null };
  const none = { ...values, ratio: null, interval: null, smallestDetectable: null };
  const problem = whyNot(before, after);
  if (problem !== null) return { ...none, ...problem };
  const rate = whole.find(({ metric }) => metric === (kind === "items" ? "items" : "throughput"));
  if (rate === undefined) return { ...none, ...untested(NO_NOISE) };
  const spread = spreadOf(rate, whole);
  if ("verdict" in spread) return { ...none, ...spread };
  const ratio = ratioOf(values.before, values.after);
  if (ratio === null) return { ...none, ...untested("Not every run has this cost.") };
  const found = testedRatio(ratio, spread, { rate, samePrice: isSamePrice(before, after) });
  return { ...values, ratio, smallestDetectable: rate.smallestDetectable, ...found };
}

function testedRatio(
  ratio: number,
  { low, high }: Spread,
  known: { rate: RateStatistic; samePrice: boolean },
): Finding & Pick<CostStatistic, "interval"> {
  const interval = { low: ratio * low, high: high === null ? null : ratio * high };
  return isReal(interval, known)
    ? { interval, ...realVerdict(ratio, known.rate) }
    : { interval, verdict: "no-detectable-change", reason: noiseWords(known.rate) };
}

type Finding = Pick<CostStatistic, "verdict" | "reason">;

function untested(reason: string): Finding {
  return { verdict: "not-tested", reason };
}

const NO_NOISE = "There is too little data to estimate the noise of the throughput.";
const FAILURES = "Failed requests changed the cost, and there is too little data to say how much they vary.";
const LIVE = "Users decide the load of live traffic, so what a change of cost is due to isn't known.";

function whyNot(before: CostSide, after: CostSide): Finding | null {
  if (before.price === null || after.price === null) return untested("Not every run has a price.");
  const [a, b] = [before.price.currency, after.price.currency];
  if (a !== b) {
    const reason = `The prices are in ${a} and ${b}, and Headroom doesn't convert currencies.`;
    return { verdict: "not-comparable", reason };
  }
  const costs = [before.cost, after.cost];
  if (costs.some((cost) => cost === null || cost.value === null))
    return untested("Not every run has this cost.");
  return costs.some((cost) => cost?.range !== null)
    ? untested("A source doesn't report all failed requests, so a cost is only known to be at least so much.")
    : null;
}

/** How far a ratio can be from what was measured, as factors. `high` null has no upper end. */
interface Spread {
  low: number;
  high: number | null;
}

/** Of a cost, or why it can't be tested. */
function spreadOf(rate: RateStatistic, whole: readonly RateStatistic[]): Spread | Finding {
  const { ratio, interval, verdict, reason, usual } = rate;
  if (verdict === "not-comparable" || verdict === "not-tested") return { verdict, reason };
  if (usual != null) return untested(LIVE);
  const errors = errorSpread(whole);
  if (errors === null) return untested(FAILURES);
  if (ratio === null || interval === null) return untested(NO_NOISE);
  const low = interval.high === null ? 0 : ratio / interval.high;
  const high = interval.low > 0 && errors.high !== null ? (ratio / interval.low) * errors.high : null;
  return { low: low * errors.low, high };
}

/** What the error rate adds: nothing while less fails than what counts as a change. */
function errorSpread(whole: readonly RateStatistic[]): Spread | null {
  const { before, after, interval } = whole.find(({ metric }) => metric === "error-rate") ?? {};
  if (Math.max(before ?? 0, after ?? 0) < RELEVANT_SHARE) return { low: 1, high: 1 };
  if (before == null || after == null || interval == null || before === 0) return null;
  const succeeded = (share: number) => 1 - Math.min(1, share);
  const most = interval.high === null ? 0 : succeeded(before * interval.high);
  return {
    low: succeeded(after) / succeeded(before * interval.low),
    high: most > 0 ? succeeded(after) / most : null,
  };
}

/** At one price, a cost changes only if the throughput does, and that was tested among all metrics of the pair. */
function isReal(
  { low, high }: NonNullable<CostStatistic["interval"]>,
  { rate, samePrice }: { rate: RateStatistic; samePrice: boolean },
): boolean {
  if (samePrice && rate.verdict === "no-detectable-change") return false;
  return low > 1 || (high !== null && high < 1);
}

function noiseWords({ smallestDetectable }: RateStatistic): string {
  const within = "Within the noise of the throughput.";
  return smallestDetectable === null
    ? within
    : `${within} Only a change of ${formatRoughPercent(smallestDetectable)} or more would have been detected.`;
}

function realVerdict(ratio: number, { verdict, noise }: RateStatistic): Finding {
  if (Math.abs(ratio - 1) < RELEVANT_SHARE) {
    const reason = reasonWords([{ code: "below-relevant" }]);
    return { verdict: "no-detectable-change", reason };
  }
  if (verdict === "differs" || noise === null || noise.between === null)
    return { verdict: "differs", reason: reasonWords([{ code: "scatter-unknown" }]) };
  return {
    verdict: ratio < 1 ? "improved" : "regressed",
    reason: "The difference exceeds the noise of the throughput. The prices are exact.",
  };
}

function isSamePrice(before: CostSide, after: CostSide): boolean {
  const [a, b] = [before, after].map(({ price }) => (price === null ? 0 : pricePerSecond(price)));
  return Math.abs((a ?? 0) - (b ?? 0)) <= 1e-9 * Math.abs(b ?? 0);
}

/** "1.22x cheaper", "2.00x costlier". */
function ratioWords(times: number): string {
  const text = formatTimes(times < 1 ? 1 / times : times);
  return text === "1.00x" ? text : `${text} ${times < 1 ? "cheaper" : "costlier"}`;
}
