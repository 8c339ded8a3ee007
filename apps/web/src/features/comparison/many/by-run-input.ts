import type { FigureId } from "@headroom/core";
import type { ByRunInput, TargetLine } from "@headroom/ui/charts";
import { figureText, FIGURES } from "@headroom/core";
import { metricName, metricUnit, withMetricUnit } from "../view/figure-words.ts";
import type { ManyRow } from "./prepare-many.ts";

/** One figure of many runs side by side, in the order in which they ran. */
export function byRunInput(
  rows: readonly ManyRow[],
  { metric, targets }: { metric: FigureId; targets: readonly TargetLine[] },
): ByRunInput {
  const starting = rows.find(({ starts }) => starts !== null);
  const { unit } = FIGURES[metric];
  return {
    runs: rows.map(({ card, figure, state }) => ({
      key: card.id,
      name: card.name,
      tick: String(card.number),
      ...figure,
      state,
      isReference: card.isReference,
    })),
    name: metricName(metric),
    unit: metricUnit(metric),
    field: metric,
    scale: unit === "ms" ? "log" : "linear",
    show: (value) => withMetricUnit(metric, figureText(metric, value)),
    targets,
    change:
      starting?.starts == null
        ? null
        : { key: starting.card.id, text: starting.starts.brief, tone: starting.starts.tone },
  };
}
