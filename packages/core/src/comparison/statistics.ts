import { findings } from "../chance/false-discovery.ts";
import type { FigureId } from "../targets/figures.ts";
import type { ChangeReason, UsualChange } from "./change-sentences.ts";
import type { SidesInput } from "./sides.ts";
import { verdictOf } from "./statistics-verdict.ts";
import { testFamily } from "./test-family.ts";
import type { MetricNoise, Tested } from "./tested.ts";
import type { ComparisonVerdict } from "./verdict.ts";

/** What is known about one metric of a pair, including noise. */
export interface MetricStatistic {
  metric: FigureId;
  verdict: ComparisonVerdict;
  /** In fields. `reasonWords` makes their sentences. */
  reasons: ChangeReason[];
  before: number | null;
  after: number | null;
  ratio: number | null;
  interval: { low: number; high: number | null } | null;
  smallestDetectable: number | null;
  pValue: number | null;
  runsToSettle: number | null;
  noise: MetricNoise | null;
  /** Of live traffic: how it changed between the same hours of earlier days. */
  usual: UsualChange | null;
}

export const CONFIDENCE = 0.95;
export const FALSE_DISCOVERY_RATE = 0.05;

/** Labels besides those of a family. */
export interface FamilyAmong {
  /** They show how runs vary as well, and have a family of their own. */
  beside: readonly SidesInput[];
  /** How many were looked at and passed over because nothing stood out in them: their tests count. */
  passed: number;
}

/** Tests every metric of a family of pairs (the whole run, or all of its labels) at one false discovery rate. */
export function compareFamily(
  family: readonly SidesInput[],
  rate: number = FALSE_DISCOVERY_RATE,
  { beside, passed }: FamilyAmong = { beside: [], passed: 0 },
): MetricStatistic[][] {
  const tested = testFamily([...beside, ...family]).slice(beside.length);
  const alone = tested.flatMap((metrics) => metrics.filter((one) => standsForItself(one, metrics)));
  const limits = { rate, times: family.length === 0 ? 1 : 1 + passed / family.length };
  const found = foundAmong(alone, limits, ({ pValue }) => pValue);
  const foundWithin = foundAmong(alone, limits, ({ pWithin }) => pWithin);
  const confirmed = foundAmong(alone, limits, ({ confirming, pValue }) => confirming?.pValue ?? pValue);
  return tested.map((metrics, at) =>
    metrics.map((one) => {
      const shown = standsForItself(one, metrics) ? one : throughputOf(metrics);
      const veto = family[at]?.veto ?? null;
      const settled = found.has(shown) && shown.scatter !== "unknown";
      if (one.confirming !== null && confirmed.has(shown) && !settled)
        return finish(one.confirming, { found: true, foundWithin: true, veto });
      return finish(one, { found: found.has(shown), foundWithin: foundWithin.has(shown), veto });
    }),
  );
}

function foundAmong(
  tested: readonly Tested[],
  { rate, times }: { rate: number; times: number },
  pOf: (one: Tested) => number | null,
): Set<Tested> {
  const pValues = tested.map(pOf);
  const count = pValues.filter((value) => value !== null).length;
  const found = findings(pValues, rate, Math.ceil(count * (times - 1)));
  return new Set(tested.filter((_, at) => found[at]));
}

/** Where every request carries one item, items are throughput again: testing them too would count it twice. */
function standsForItself(one: Tested, metrics: readonly Tested[]): boolean {
  if (one.metric !== "items") return true;
  const { before, after } = throughputOf(metrics);
  return !isSame(one.before, before) || !isSame(one.after, after);
}

function throughputOf(metrics: readonly Tested[]): Tested {
  const throughput = metrics.find(({ metric }) => metric === "throughput");
  if (throughput === undefined) throw new RangeError("every family has a throughput");
  return throughput;
}

function isSame(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function finish(
  tested: Tested,
  outcome: { found: boolean; foundWithin: boolean; veto: ChangeReason | null },
): MetricStatistic {
  const { verdict, reasons } = verdictOf(tested, outcome);
  const { metric, before, after, ratio, interval, smallestDetectable, pValue, noise, toSettle } = tested;
  const usual = tested.usual?.change ?? null;
  if (outcome.veto !== null && BY_LOAD.has(outcome.veto.code))
    return { metric, verdict, reasons, before, after, ...NO_CHANGE, usual };
  const open = verdict === "differs" || (verdict === "no-detectable-change" && tested.relevant);
  return {
    metric,
    verdict,
    reasons,
    before,
    after,
    ratio,
    interval,
    smallestDetectable,
    pValue,
    runsToSettle: open ? toSettle() : null,
    noise,
    usual,
  };
}

/** Figures of a ramp are of all of its loads together, so that a difference between them is no change. */
const BY_LOAD: ReadonlySet<ChangeReason["code"]> = new Set(["by-load", "one-ramp", "ramps-of"]);
const NO_CHANGE = {
  ratio: null,
  interval: null,
  smallestDetectable: null,
  pValue: null,
  runsToSettle: null,
  noise: null,
} as const;
