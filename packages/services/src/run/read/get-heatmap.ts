import { z } from "zod";
import { heatmapOf, quantileMicros, successfulOnly } from "@headroom/core";
import type { Heatmap } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readInWindow } from "../record/choose-window.ts";
import { windowInput } from "./get-window.ts";

export const heatmapInput = windowInput.extend({
  successful: z.boolean().default(false),
  maxColumns: z.int().min(10).max(240).default(120),
});

export interface RunHeatmap {
  edgesMicros: Heatmap["edgesMicros"];
  openEnd: Heatmap["openEnd"];
  columns: (Heatmap["columns"][number] & { p99Micros: number | null })[];
  columnSeconds: number;
  /** From the cells that were merged into a column. */
  cellSeconds: number;
}

/** Latencies over time in one window; null if the source has no distribution over time. */
export async function getRunHeatmap({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof heatmapInput>;
}): Promise<RunHeatmap | null> {
  requireScope(ctx, "read");
  const asked = parseInput(heatmapInput, input);
  const { label, successful, maxColumns } = asked;
  return readInWindow(ctx, asked, async ({ tx, run, window: { fromSeconds, toSeconds } }) => {
    const stretch = { runId: run.id, label, fromSeconds, toSeconds, maxPoints: maxColumns };
    const timeline = await readTimeline(tx, stretch);
    if (timeline === null) return null;
    const columns = timeline.points.flatMap(({ offsetSeconds, cell }) => {
      const shown = successful ? successfulOnly(cell) : cell;
      return shown === null ? [] : [{ offsetSeconds, cell: shown }];
    });
    const map = heatmapOf(columns);
    if (map === null) return null;
    const cells = new Map(columns.map(({ offsetSeconds, cell }) => [offsetSeconds, cell]));
    return {
      edgesMicros: map.edgesMicros,
      openEnd: map.openEnd,
      columns: map.columns.map((column) => {
        const cell = cells.get(column.offsetSeconds);
        return { ...column, p99Micros: cell === undefined ? null : quantileMicros(cell, 99) };
      }),
      columnSeconds: timeline.pointSeconds,
      cellSeconds: Math.min(timeline.finestStepSeconds, timeline.pointSeconds),
    };
  });
}
