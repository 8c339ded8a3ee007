import type { MetricRow, RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { ChangeState } from "@headroom/ui";
import type { IntervalInput } from "@headroom/ui/charts";
import { knownTexts, metricName, ratioReading, withMetricUnit } from "../view/figure-words.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { ownOf } from "../view/pair-sides.ts";
import { changeInterval } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

const OF_A_PAIR: readonly FigureId[] = ["p50", "p90", "p95", "p99", "p99.9", "throughput"];
/** Of more runs, the figures that people look at first, as long as they are no taller than the chart beside them. */
const MOST_ROWS = 9;

/** How sure each change is: of a pair every figure, of more runs a few figures of each. */
export function intervalInput(
  comparison: RunComparison,
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
): IntervalInput {
  const others = cards.filter(({ isReference }) => !isReference);
  const row = (metric: FigureId, card: RunCard, name: string) => {
    const found = comparison.whole.find((one) => one.metric === metric);
    return found === undefined
      ? []
      : rowOf(found, { card, at: cards.indexOf(card), name, statistics, reference: comparison.reference });
  };
  const [only] = others;
  if (others.length === 1 && only !== undefined) {
    const rows = OF_A_PAIR.flatMap((metric) => row(metric, only, metricName(metric)));
    // Errors have a chart of their own, and are here once they changed.
    const errors = row("error-rate", only, metricName("error-rate")).filter(({ state }) =>
      CHANGED.includes(state),
    );
    return {
      ...withRows({ row: "Metric", group: "Group" }, [
        { key: "figures", title: "", rows: [...rows, ...errors] },
      ]),
    };
  }
  return withRows(
    { row: "Run", group: "Metric" },
    firstFigures(ownOf(comparison, cards), others.length).map((metric) => ({
      key: metric,
      title: metricName(metric),
      rows: others.flatMap((card) => row(metric, card, card.name)),
    })),
  );
}

/** What the target is about first. */
function firstFigures(own: FigureId, runs: number): FigureId[] {
  const figures = [...new Set<FigureId>([own, "throughput", "p50"])];
  return figures.slice(0, Math.max(2, Math.floor(MOST_ROWS / runs)));
}

const CHANGED: readonly ChangeState[] = ["improved", "regressed", "differs"];

function withRows(heads: IntervalInput["heads"], groups: IntervalInput["groups"]): IntervalInput {
  return { heads, groups: groups.filter(({ rows }) => rows.length > 0) };
}

interface RowInput {
  card: RunCard;
  at: number;
  name: string;
  statistics: StatisticsByRun;
  reference: number;
}

function rowOf(found: MetricRow, { card, at, name, statistics, reference }: RowInput) {
  const { metric, changes } = found;
  const ratio = changes[at]?.times ?? null;
  if (ratio === null) return [];
  const texts = knownTexts(found);
  return [
    {
      key: `${metric} ${card.id}`,
      name,
      detail: `${texts[reference] ?? ""} \u2192 ${withMetricUnit(metric, texts[at] ?? "")}`,
      ratio,
      ...ratioReading(metric),
      ...changeInterval(statistics, card.id, metric),
    },
  ];
}
