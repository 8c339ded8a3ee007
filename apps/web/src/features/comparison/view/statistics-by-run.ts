import type {
  ComparisonStatistics,
  CostStatisticAnswer,
  LevelChange,
  MetricStatistic,
  PairJudgementAnswer,
  PairStatistics,
} from "@headroom/contract";
import { JUDGING_POLICY } from "@headroom/core";
import type { ComparisonVerdict, FigureId, PairOutcome } from "@headroom/core";
import type { ChangeState } from "@headroom/ui";

/** What is concluded from a pair, its statistics, those of its costs, and what the trend shows between its runs. */
export type KnownPair = Omit<PairStatistics, "verdict"> & {
  judgement: PairJudgementAnswer;
  costs?: readonly CostStatisticAnswer[];
  trend: readonly LevelChange[];
};

/** What is known about each run's pair with the reference. A run that isn't in it is still being computed. */
export type StatisticsByRun = ReadonlyMap<string, KnownPair | "failed">;

export function statisticsByRun(answer: ComparisonStatistics | undefined): StatisticsByRun {
  const found = new Map<string, KnownPair | "failed">();
  for (const { after, state, judgement, statistics, costs = [], trend } of answer?.pairs ?? []) {
    const [run] = after;
    if (run === undefined || state === "working") continue;
    const isKnown = statistics !== null && judgement !== null;
    found.set(run, isKnown ? { ...statistics, judgement, costs, trend } : "failed");
  }
  return found;
}

/** Null: it isn't known yet. */
export function pairOutcome(found: KnownPair | "failed" | undefined): PairOutcome | null {
  if (found === undefined) return null;
  return found === "failed" ? "unsure" : found.judgement.outcome;
}

export function isWorking(answer: ComparisonStatistics | undefined): boolean {
  return answer?.pairs.some(({ state }) => state === "working") ?? false;
}

const STATES: Record<ComparisonVerdict, ChangeState> = {
  improved: "improved",
  regressed: "regressed",
  "no-detectable-change": "same",
  differs: "differs",
  "not-tested": "not-tested",
  "not-comparable": "not-comparable",
};

/** "No detectable change" beside a large one would be read as "no change", where the runs scatter too much to tell. */
export function toldState({
  verdict,
  smallestDetectable,
}: Pick<MetricStatistic, "verdict" | "smallestDetectable">): ChangeState {
  const state = STATES[verdict];
  const isNoisy = smallestDetectable !== null && smallestDetectable > JUDGING_POLICY.detect;
  return state === "same" && isNoisy ? "noisy" : state;
}

export function wholeStatistic(statistics: StatisticsByRun, runId: string, metric: FigureId) {
  const pair = statistics.get(runId);
  if (pair === undefined || pair === "failed") return null;
  return pair.whole.find((one) => one.metric === metric) ?? null;
}

export function costStatistic(statistics: StatisticsByRun, runId: string, of: CostStatisticAnswer["of"]) {
  const pair = statistics.get(runId);
  if (pair === undefined || pair === "failed") return null;
  return pair.costs?.find((one) => one.of === of) ?? null;
}

/** How sure the change of one figure is; pending until the statistics of its pair are known. */
export function changeInterval(statistics: StatisticsByRun, runId: string, metric: FigureId) {
  const found = wholeStatistic(statistics, runId, metric);
  if (found === null) {
    const state: ChangeState = statistics.has(runId) ? "not-tested" : "pending";
    return { state, low: null, high: null, smallestChange: null, usual: null };
  }
  const { interval, smallestDetectable, usual } = found;
  return {
    state: toldState(found),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    smallestChange: smallestDetectable,
    // Error rates usually change by points, not by a ratio.
    usual: metric === "error-rate" ? null : (usual ?? null),
  };
}

/** Against how many earlier days live traffic was tested; 0: it wasn't. */
export function usualDays(statistics: StatisticsByRun): number {
  const days = [...statistics.values()].flatMap((pair) =>
    pair === "failed" ? [] : pair.whole.map(({ usual }) => usual?.days ?? 0),
  );
  return Math.max(0, ...days);
}

export function labelStatistic(
  statistics: StatisticsByRun,
  runId: string,
  { label, kind, metric }: { label: string; kind: string; metric: FigureId },
) {
  const pair = statistics.get(runId);
  if (pair === undefined || pair === "failed") return null;
  const found = pair.labels.find((one) => one.label === label && one.kind === kind);
  const statistic = found?.metrics.find((one) => one.metric === metric);
  return statistic === undefined ? null : { ...statistic, window: found?.window };
}
