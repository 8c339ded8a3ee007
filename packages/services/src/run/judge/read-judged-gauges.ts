import type { GaugeFigures } from "@headroom/core";
import { readGauges, readGaugeTimeline } from "@headroom/db";
import type { RunModel, StoredGauge, WorkspaceTx } from "@headroom/db";
import { gaugeSpanOf } from "../record/run-span.ts";
import type { SecondsSpan } from "../record/run-span.ts";

export interface GaugesInput {
  names: readonly string[];
  /** Null: the whole run. */
  window: SecondsSpan | null;
}

/** What the named gauges showed in a window of their run. Names ignore case. */
export async function readJudgedGauges(
  tx: WorkspaceTx,
  run: RunModel,
  { names, window }: GaugesInput,
): Promise<(name: string) => GaugeFigures | null> {
  const judged = new Map<string, GaugeFigures>();
  const span = window ?? gaugeSpanOf(run);
  if (names.length > 0 && span !== null) {
    const asked = new Set(names.map((name) => name.toLowerCase()));
    for (const gauge of await readGauges(tx, run.id)) {
      const name = gauge.name.toLowerCase();
      if (asked.has(name)) judged.set(name, await readOne(tx, run.id, gauge, span));
    }
  }
  return (name) => judged.get(name.toLowerCase()) ?? null;
}

/** The mean is over time: a moment that was measured more often doesn't weigh more. */
async function readOne(
  tx: WorkspaceTx,
  runId: string,
  gauge: StoredGauge,
  { fromSeconds, toSeconds }: SecondsSpan,
): Promise<GaugeFigures> {
  const { points } = await readGaugeTimeline(tx, { runId, gauge, fromSeconds, toSeconds });
  const cells = points.map(({ cell }) => cell);
  if (cells.length === 0) return { unit: gauge.unit, mean: null, min: null, max: null };
  return {
    unit: gauge.unit,
    mean: cells.reduce((sum, cell) => sum + cell.sum / cell.count, 0) / cells.length,
    min: Math.min(...cells.map(({ min }) => min)),
    max: Math.max(...cells.map(({ max }) => max)),
  };
}
