import type {
  ComparedRun,
  ComparisonStatistics,
  CostStatisticAnswer,
  LevelChange,
  MetricStatistic,
  PairStatistics,
  RunComparison,
} from "@headroom/contract";
import {
  changeOf,
  FIGURE_IDS,
  figureOfMetric,
  FIGURES,
  asGiven,
  judgePair,
  JUDGING_POLICY,
  sayFindings,
} from "@headroom/core";
import type { ComparisonVerdict, FigureId, FigureRange } from "@headroom/core";
import { statisticsByRun } from "../view/statistics-by-run.ts";

type Figures = Partial<Record<FigureId, number>>;

interface GivenRun {
  id: string;
  figures: Figures;
  ranges?: Partial<Record<FigureId, FigureRange>>;
  /** What is concluded from the run itself. */
  outcome?: ComparedRun["outcome"];
  verdict?: ComparedRun["verdict"];
  quoted?: boolean;
  targets?: ComparedRun["targets"];
  achieved?: number;
  outageSeconds?: number;
}

/** A target in the unit of its figure. */
export function judged(
  figure: FigureId,
  comparator: "<=" | ">=",
  { threshold, value, unit }: { threshold: number; value: number; unit: string },
): ComparedRun["targets"][number] {
  const verdict = (comparator === "<=" ? value <= threshold : value >= threshold) ? "met" : "missed";
  const margin = comparator === "<=" ? threshold - value : value - threshold;
  return {
    text: "",
    metric: FIGURES[figure].metric,
    label: null,
    users: null,
    comparator,
    threshold,
    unit,
    value,
    margin,
    bound: null,
    interval: null,
    confidence: 0.9,
    failures: null,
    doubt: null,
    window: null,
    verdict,
    reason: "",
  };
}

/** Runs as the service lays them beside each other. */
export function comparisonOf(
  given: readonly GivenRun[],
  more: Partial<Pick<RunComparison, "comparability" | "costs" | "labels">> = {},
): RunComparison {
  const runs = given.map(runOf);
  return {
    ramps: null,
    runs,
    reference: 0,
    judged: null,
    comparability: given
      .slice(1)
      .map((_, at) => ({ run: at + 1, comparable: true, differences: [], alike: ["tool"], unknown: [] })),
    whole: FIGURE_IDS.map((metric) => {
      const values = given.map(({ figures }) => figures[metric] ?? null);
      const { unit, better } = FIGURES[metric];
      return {
        metric,
        unit,
        better,
        values,
        ranges: given.map(({ ranges }) => ranges?.[metric] ?? null),
        changes: values.map((value, at) => (at === 0 ? null : changeOf(metric, values[0] ?? null, value))),
        targets: runs.map(
          ({ targets }) => targets.find((one) => figureOfMetric(one.metric) === metric) ?? null,
        ),
      };
    }),
    costs: [],
    labels: { rows: [], total: 0, sortedAmong: null },
    ...more,
  };
}

function runOf(
  {
    id,
    figures,
    outcome = null,
    verdict = null,
    quoted = false,
    targets = [],
    achieved,
    outageSeconds = 0,
  }: GivenRun,
  at: number,
): ComparedRun {
  const named = (name: string) => ({ id: name, slug: name, name });
  const latency = (metric: FigureId) => figures[metric] ?? null;
  return {
    letter: String.fromCharCode(65 + at),
    id,
    url: `http://web/runs/${id}`,
    number: at + 1,
    service: named("Shop"),
    experiment: named("Mix"),
    status: "finished",
    isBaseline: at === 0,
    tool: "k6",
    toolVersion: "1.2",
    loadModel: "open",
    environment: "staging",
    commit: null,
    branch: null,
    notes: null,
    price: null,
    outageSeconds,
    configuration: {},
    changed: null,
    startedAt: "2026-11-05T03:10:00.000Z",
    outcome,
    verdict,
    targets,
    window: {
      kind: "steady",
      from: "2026-11-05T03:10:00.000Z",
      to: "2026-11-05T03:25:00.000Z",
      fromSeconds: 0,
      toSeconds: 900,
    },
    summary: {
      requests: 10_000,
      items: null,
      errors: null,
      errorRate: null,
      durationSeconds: 900,
      throughput: figures.throughput ?? null,
      latencyMs: {
        min: null,
        mean: null,
        max: null,
        p50: latency("p50"),
        p90: latency("p90"),
        p95: latency("p95"),
        p99: latency("p99"),
        "p99.9": latency("p99.9"),
      },
      latencyIntervalsMs: {},
    },
    proof: { grade: quoted ? "D" : "A", source: quoted ? "quoted" : "samples", reasons: [] },
    achieved: achieved ?? null,
    hasTimeline: !quoted,
  };
}

/** What the noise of a pair says, the same of every figure. */
export function statisticsOf(verdict: ComparisonVerdict, runsToSettle: number | null = null): PairStatistics {
  return {
    verdict,
    whole: FIGURE_IDS.map((metric) => ({
      metric,
      verdict,
      reason: "because",
      before: 1,
      after: 2,
      ratio: 2,
      pValue: 0.01,
      runsToSettle,
      interval: { low: 1.9, high: 2.1 },
      smallestDetectable: 0.04,
      noise: null,
    })),
    labels: [],
    method: {
      sliceSeconds: null,
      blockSeconds: null,
      earlierRuns: 4,
      resamples: 999,
      confidence: 0.95,
      falseDiscoveryRate: 0.05,
      relevantShare: 0.01,
    },
  };
}

/** The figures of a pair whose two runs miss their targets. */
export const before = { throughput: 14_010, p99: 1_400 };
export const after = { throughput: 40_269, p99: 240 };
const targets = (figures: typeof before) => [
  judged("throughput", ">=", { threshold: 50_000, value: figures.throughput, unit: "/s" }),
  judged("p99", "<=", { threshold: 200, value: figures.p99, unit: "ms" }),
];
export const pair = comparisonOf([
  { id: "a", figures: before, verdict: "missed", targets: targets(before) },
  { id: "b", figures: after, verdict: "missed", targets: targets(after) },
]);
/** Of the runs in their charts. */
export const positions = [0, 1, 2, 3];
/** The statistics before any is known, and of pairs that are. */
export const none = statisticsByRun(undefined);
export const known = (...found: readonly (readonly [string, FoundPair])[]) =>
  statisticsByRun({ pairs: found.map(([id, pairOfRun]) => answered(["a", id], pairOfRun)) });

type Difference = RunComparison["comparability"][number]["differences"][number];

type FoundPair = PairStatistics & {
  costs?: CostStatisticAnswer[];
  trend?: LevelChange[];
  differences?: readonly Difference[];
};
const VETO: Difference = { kind: "label-mix", severity: "veto", words: "Most requests are of other labels." };

const asFound = ({ reason, ...one }: MetricStatistic) => ({ ...one, reasons: [asGiven(reason)] });

/** A pair as the service answers it once it is compared. */
export function answered(
  [first, second]: readonly [string, string],
  { costs = [], trend = [], differences, ...statistics }: FoundPair,
): ComparisonStatistics["pairs"][number] {
  const { whole, labels, method } = statistics;
  const vetoed = whole.some(({ verdict }) => verdict === "not-comparable") ? [VETO] : [];
  const { outcome, findings } = judgePair(
    {
      differences: (differences ?? vetoed).map(({ words, ...one }) => ({ ...one, reason: asGiven(words) })),
      statistics: {
        whole: whole.map(asFound),
        labels: labels.map(({ label, metrics }) => ({ label, metrics: metrics.map(asFound) })),
        earlierRuns: method.earlierRuns,
      },
      labels: [],
    },
    JUDGING_POLICY,
  );
  const said = sayFindings(findings, []);
  return {
    before: [first],
    after: [second],
    state: "ready",
    judgement: { outcome, findings: said },
    statistics,
    costs,
    trend,
  };
}
