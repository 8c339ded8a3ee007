import type { ChartData } from "../model/chart-data.ts";
import { momentText } from "./moment-text.ts";
import type { TimeModel, TimePanel } from "../model/time-model.ts";

/** The figures of one chart of several: one row per point. */
export function panelData(model: TimeModel, { columns }: TimePanel): ChartData {
  const { clock } = model;
  const startSeconds = clock === undefined ? 0 : clock.originMillis / 1_000;
  const say = momentText(model);
  return {
    columns: [
      clock === undefined
        ? { head: "From", field: "offset_seconds", show: say }
        : { head: "From", field: "epoch_seconds", show: (second) => say(second - startSeconds) },
      ...columns.map(({ head, field, show }) => ({ head, field, show })),
    ],
    rows: model.points.map(({ fromSeconds }, index) => [
      fromSeconds + startSeconds,
      ...columns.map(({ values }) => values[index] ?? null),
    ]),
  };
}
