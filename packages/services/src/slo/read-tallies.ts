import { ALL_LABEL, type Cell, type TalliedCell, tallyOf } from "@headroom/core";
import {
  readTrafficCells,
  readTrafficDue,
  type SloObjectiveModel,
  type TrafficSegment,
  type WorkspaceTx,
} from "@headroom/db";
import { coverTotal, coverTraffic } from "../traffic/cover-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { goodRequestOf } from "./slo-input.ts";

const MINUTE = 60;
const TEN_MINUTES = 600;
/** The short stretches of burn rates are read by the minute. */
const RECENT_SECONDS = 6 * 3_600;

export interface Seconds {
  from: number;
  to: number;
}

export interface ReadCell {
  second: number;
  step: number;
  cell: Cell;
}

/** [from, to) in cells of ten minutes, and of a minute at its edges and in the last hours. */
function segmentsOf(
  { from, to }: Seconds,
  keepDays: TrafficRetention,
  due: Parameters<typeof coverTraffic>[1],
): TrafficSegment[] {
  const recent = Math.max(from, Math.floor((to - RECENT_SECONDS) / TEN_MINUTES) * TEN_MINUTES);
  const step = from < to - keepDays[60] * 86_400 ? TEN_MINUTES : MINUTE;
  const begin = Math.floor(from / step) * step;
  return [
    ...coverTotal({ step, from: begin, to: recent }, due),
    ...coverTraffic({ step: MINUTE, from: recent, to }, due),
  ].filter((segment) => segment.from < segment.to);
}

/** The cells of one label in [from, to), minutes since 1970. */
export async function readSloCells(
  tx: WorkspaceTx,
  serviceId: string,
  label: string | null,
  { range, keepDays }: { range: Seconds; keepDays: TrafficRetention },
): Promise<ReadCell[]> {
  const cells: ReadCell[] = [];
  for (const segment of segmentsOf(range, keepDays, await readTrafficDue(tx, serviceId, range))) {
    const found = await readTrafficCells(tx, serviceId, segment, [label ?? ALL_LABEL]);
    for (const { second, cell } of found) cells.push({ second, step: segment.step, cell });
  }
  return cells;
}

/** Each cell by the objective of its time. */
export function tallyCells(
  cells: readonly ReadCell[],
  objectives: readonly SloObjectiveModel[],
): TalliedCell[] {
  const latest = objectives.toReversed();
  return cells.flatMap(({ second, step, cell }) => {
    const objective = latest.find(({ fromAt }) => fromAt === null || fromAt.getTime() <= second * 1_000);
    if (objective === undefined) return [];
    const { goodPerMillion } = objective;
    return [{ second, step, tally: tallyOf(cell, goodRequestOf(objective)), goodPerMillion }];
  });
}
