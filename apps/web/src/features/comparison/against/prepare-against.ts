import type { ComparisonStatistics, MetricStatistic, RunComparison } from "@headroom/contract";
import type { FigureId, PairOutcome } from "@headroom/core";
import type { ChangeState, RatioWords } from "@headroom/ui";
import { quotedRuns } from "../pair/prepare-comparability.ts";
import { ownLatency, roughChange } from "../view/size-words.ts";
import { changeWords, knownTexts, metricName, ratioReading, withMetricUnit } from "../view/figure-words.ts";
import { comparisonAtMix } from "../figures/changes-at-mix.ts";
import { pairOutcome, statisticsByRun, toldState, wholeStatistic } from "../view/statistics-by-run.ts";

/** A run against one other, or against its level. */
export interface ComparedRead {
  comparison: RunComparison;
  /** Null: nothing says how certain the changes are. */
  statistics: ComparisonStatistics | null;
  /** "the level of 15 good runs", "run 45, before it" */
  name: string;
  href: string;
}

export interface AgainstRow {
  name: string;
  href: string;
  /** In the place of the figures: why they aren't compared. */
  why: string | null;
  cells: readonly AgainstCell[];
}

interface AgainstCell {
  figure: string;
  /** "107 → 132 ms" */
  values: string;
  /** "+23%" */
  change: string;
  /** Null: it isn't known whether the change is more than noise. */
  state: ChangeState | null;
  words: RatioWords;
}

interface Named {
  runs: number;
  number: number;
  chosen: "pinned" | "last-good";
}

/** What a run is compared with. `isUnjudged`: no other run said anything about it, so none is called a good one. */
export function referenceName({ runs, number, chosen }: Named, isUnjudged: boolean): string {
  if (runs > 1) return `the level of ${runs} good runs`;
  if (chosen === "pinned") return `the baseline, run ${number}`;
  return isUnjudged ? `run ${number}, before it` : `run ${number}, the last good one`;
}

/** How a run compares with its level and with the run before it: the figure of its own target, and throughput. */
export function prepareAgainst(found: readonly ComparedRead[]): AgainstRow[] {
  return found.map(({ comparison: measured, statistics, name, href }) => {
    const known = statisticsByRun(statistics ?? undefined);
    const comparison = comparisonAtMix(measured, known);
    const [, run] = comparison.runs;
    const own = run === undefined ? "p99" : ownLatency(run);
    const outcome = run === undefined ? null : pairOutcome(known.get(run.id));
    const why = whyNot(comparison, outcome);
    const cells =
      why !== null || run === undefined
        ? []
        : [firstKnown(comparison, [own, "mean"], known), cellOf(comparison, "throughput", known)].flat();
    return { name, href, why, cells };
  });
}

/** Published results often have nothing but a mean. */
function firstKnown(
  comparison: RunComparison,
  metrics: readonly FigureId[],
  known: ReturnType<typeof statisticsByRun>,
): AgainstCell[] {
  const cells = metrics.map((metric) => cellOf(comparison, metric, known));
  return cells.find((found) => found.length > 0) ?? [];
}

function whyNot({ comparability, ramps }: RunComparison, outcome: PairOutcome | null): string | null {
  if (ramps !== null) return "Two ramps are compared by the load that they hold.";
  if (quotedRuns(comparability).size > 0) return null;
  const veto = comparability
    .flatMap(({ differences }) => differences)
    .find(({ severity }) => severity === "veto");
  if (veto !== undefined) return `Not comparable: ${veto.words}`;
  return outcome === "not-comparable" ? "Not comparable." : null;
}

function cellOf(
  { whole, runs }: RunComparison,
  metric: FigureId,
  known: ReturnType<typeof statisticsByRun>,
): AgainstCell[] {
  const row = whole.find((one) => one.metric === metric);
  const change = row?.changes[1] ?? null;
  if (row === undefined || change === null || changeWords(metric, change) === null) return [];
  const [before, after] = knownTexts(row);
  const found = wholeStatistic(known, runs[1]?.id ?? "", metric);
  return [
    {
      figure: metricName(metric),
      values: `${before} \u2192 ${withMetricUnit(metric, after ?? "")}`,
      change: change.times === null ? "" : roughChange(change.times - 1),
      state: found === null ? null : stateOf(found),
      words: ratioReading(metric).words,
    },
  ];
}

/** Where it isn't known how large a change would have shown, nothing is called unchanged. */
function stateOf(found: MetricStatistic): ChangeState | null {
  const state = toldState(found);
  return state === "same" && found.smallestDetectable === null ? null : state;
}
