import type { GaugeFigures, GaugePoint } from "@headroom/core";
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
    knownShare: knownShareOf(points, { fromSeconds, toSeconds }),
  };
}

/** Values that come so much later than usual leave a stretch of which nothing is known. */
const LATE = 3;
const NEVER_LATE_SECONDS = 60;

/** Each value is about the time since the one before. How often a single one comes isn't known. */
function knownShareOf(points: readonly GaugePoint[], { fromSeconds, toSeconds }: SecondsSpan): number {
  const times = points.map(({ offsetSeconds }) => offsetSeconds);
  const pauses = times.slice(1).map((second, index) => second - (times[index] ?? second));
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)];
  const [first, last] = [times[0], times.at(-1)];
  if (usual === undefined || first === undefined || last === undefined) return 1;
  const most = Math.max(NEVER_LATE_SECONDS, usual * LATE);
  const edges = [Math.max(0, first - fromSeconds), Math.max(0, toSeconds - last)];
  const known = [...pauses, ...edges].reduce((sum, pause) => sum + Math.min(pause, most), 0);
  return Math.min(1, known / (toSeconds - fromSeconds));
}
