import { COST_KINDS, costChange, costStatistic } from "@headroom/core";
import type { ComparedRun, ComparisonStatistics, CostRow, PairStatistics } from "@headroom/contract";
import { costSidesOf } from "../run/record/run-cost.ts";

type PricedRun = Pick<ComparedRun, "price" | "summary">;

/** What a million cost in each run, against the reference. Empty: no run has a price. */
export function toCostRows(runs: readonly PricedRun[], reference: number): CostRow[] {
  if (runs.every(({ price }) => price === null)) return [];
  return COST_KINDS.map((of) => {
    const sides = runs.map((run) => costSidesOf(run)[of]);
    const before = sides[reference];
    return {
      of,
      currencies: sides.map(({ price }) => price?.currency ?? null),
      values: sides.map(({ cost }) => cost?.value ?? null),
      ranges: sides.map(({ cost }) => cost?.range ?? null),
      missing: sides.map(({ cost }) => cost?.missing ?? null),
      changes: sides.map((side, at) =>
        at === reference || before === undefined ? null : costChange(before, side),
      ),
    };
  });
}

/** Of a pair of runs: prices of several runs have no sum. */
export function toCostStatistics(
  { before, after }: { before: readonly PricedRun[]; after: readonly PricedRun[] },
  statistics: PairStatistics | null,
): ComparisonStatistics["pairs"][number]["costs"] {
  const [[first, ...firsts], [second, ...seconds]] = [before, after];
  if (first === undefined || second === undefined || statistics === null) return [];
  if (firsts.length + seconds.length > 0 || (first.price === null && second.price === null)) return [];
  const [a, b] = [costSidesOf(first), costSidesOf(second)];
  return COST_KINDS.map((of) => ({ of, ...costStatistic(of, [a[of], b[of]], statistics.whole) }));
}
