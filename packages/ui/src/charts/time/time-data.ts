import { formatClock } from "@headroom/core/format";
import type { ChartData } from "../model/chart-data.ts";
import type { TimeModel, TimePanel } from "../model/time-model.ts";

/** The figures of one chart of several: one row per point. */
export function panelData(model: TimeModel, { columns }: TimePanel): ChartData {
  return {
    columns: [
      { head: "From", field: "offset_seconds", show: formatClock },
      ...columns.map(({ head, field, show }) => ({ head, field, show })),
    ],
    rows: model.points.map(({ fromSeconds }, index) => [
      fromSeconds,
      ...columns.map(({ values }) => values[index] ?? null),
    ]),
  };
}
