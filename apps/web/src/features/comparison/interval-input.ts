import type { MetricRow, RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { IntervalInput } from "@headroom/ui/charts";
import { metricName, ratioReading } from "./figure-words.ts";
import type { RunCard } from "./prepare-runs.ts";
import { changeInterval } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

const RATES: readonly FigureId[] = ["throughput", "error-rate"];
const LATENCIES: readonly FigureId[] = ["p50", "p90", "p95", "p99", "p99.9"];
/** Of many runs, the figures that people look at first. */
const FIRST: readonly FigureId[] = ["throughput", "p50", "p99"];

/** How sure each change is: of a pair every figure, of more runs a few figures of each. */
export function intervalInput(
  comparison: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): IntervalInput {
  const others = cards.filter(({ isReference }) => !isReference);
  const row = (metric: FigureId, card: RunCard, name: string) => {
    const found = comparison.whole.find((one) => one.metric === metric);
    return found === undefined ? [] : rowOf(found, { card, at: cards.indexOf(card), name, statistics });
  };
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    const of = (metrics: readonly FigureId[]) =>
      metrics.flatMap((metric) => row(metric, only, metricName(metric)));
    return withRows({ row: "Metric", group: "Group" }, [
      { key: "rates", title: "Rates", rows: of(RATES) },
      { key: "latencies", title: "Latency", rows: of(LATENCIES) },
    ]);
  }
  return withRows(
    { row: "Run", group: "Metric" },
    FIRST.map((metric) => ({
      key: metric,
      title: metricName(metric),
      rows: others.flatMap((card) => row(metric, card, `${card.letter}, run ${card.number}`)),
    })),
  );
}

function withRows(heads: IntervalInput["heads"], groups: IntervalInput["groups"]): IntervalInput {
  return { heads, groups: groups.filter(({ rows }) => rows.length > 0) };
}

interface RowInput {
  card: RunCard;
  at: number;
  name: string;
  statistics: StatisticsByRun;
}

function rowOf({ metric, changes }: MetricRow, { card, at, name, statistics }: RowInput) {
  const ratio = changes[at]?.times ?? null;
  if (ratio === null) return [];
  return [
    {
      key: `${metric} ${card.id}`,
      name,
      ratio,
      ...ratioReading(metric),
      ...changeInterval(statistics, card.id, metric),
    },
  ];
}
