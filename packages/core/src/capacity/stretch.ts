import { emptyCell, mergeCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Target } from "../targets/target.ts";
import type { TargetVerdict } from "../verdict/judged.ts";
import { judge } from "../verdict/verdict.ts";

export interface CapacityPoint {
  offsetSeconds: number;
  cell: Cell;
}

/** How stretches are judged, whether they are of a run or of live traffic. */
export interface StretchRules {
  absent: readonly AbsentFigure[];
  latencyResolutionMicros: number;
  latencyRelativeError: number;
  /** As for verdicts. */
  confidence: number;
}

/** Whether a throughput counts as held only while this target is met. */
export function isLimit({ metric }: Target): boolean {
  return metricRow(metric).limitsCapacity;
}

/** Other targets are judged over the run: labels, loads and baselines have no stretches of their own. */
export function ofAllRequests({ label, users, threshold }: Target): boolean {
  return label === null && users === null && threshold.kind === "absolute";
}

/** What a stretch says of these targets. */
export function judgeStretch(
  targets: readonly Target[],
  cell: Cell,
  durationSeconds: number,
  { absent, latencyResolutionMicros, latencyRelativeError, confidence }: StretchRules,
): TargetVerdict[] {
  return judge({
    targets,
    figures: { durationSeconds, all: cell, absent, label: () => null },
    window: null,
    ramp: null,
    achieved: null,
    loadOffered: null,
    baseline: null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros,
    latencyRelativeError,
    confidence,
  });
}

/** Requests that failed are no throughput that was held. */
export function succeeded({ requests, errors }: Cell, { absent }: Pick<StretchRules, "absent">): number {
  return absent.includes("errors") ? requests : requests - errors;
}

export interface StretchInput extends Pick<StretchRules, "absent"> {
  points: readonly CapacityPoint[];
  pointSeconds: number;
  fromSeconds: number;
  toSeconds: number;
}

/**
 * Every stretch of this many points. Merging is associative, so a stretch is the end of one block of that length and the
 * beginning of the next: two merges for each point prepare them all, and one more merge yields any of them.
 */
export function stretchesOf(input: StretchInput, length: number) {
  const { points, pointSeconds, fromSeconds, toSeconds } = input;
  const size = Math.floor((toSeconds - fromSeconds) / pointSeconds);
  const cells: Cell[] = Array.from({ length: size }, emptyCell);
  for (const { offsetSeconds, cell } of points) {
    const at = Math.floor((offsetSeconds - fromSeconds) / pointSeconds);
    if (at >= 0 && at < size) cells[at] = cell;
  }
  const count = size - length + 1;
  const counts = cells.map((cell) => succeeded(cell, input));
  const sums = runningSums(counts);
  const requests = (start: number) => (sums[start + length] ?? 0) - (sums[start] ?? 0);
  let blocks: { ends: Cell[]; beginnings: Cell[] } | null = null;
  return {
    count,
    counts,
    busiestFirst: () =>
      Array.from({ length: Math.max(0, count) }, (_, start) => start).toSorted(
        (a, b) => requests(b) - requests(a),
      ),
    merged(start: number): Cell {
      blocks ??= blocksOf(cells, length);
      const end = blocks.ends[start] ?? emptyCell();
      return start % length === 0
        ? end
        : mergeCells(end, blocks.beginnings[start + length - 1] ?? emptyCell());
    },
  };
}

function runningSums(counts: readonly number[]): number[] {
  const sums = [0];
  for (const count of counts) sums.push((sums.at(-1) ?? 0) + count);
  return sums;
}

function blocksOf(cells: readonly Cell[], length: number): { ends: Cell[]; beginnings: Cell[] } {
  const ends = [...cells];
  const beginnings = [...cells];
  for (const [at, cell] of cells.entries()) {
    const before = beginnings[at - 1];
    if (at % length !== 0 && before !== undefined) beginnings[at] = mergeCells(before, cell);
  }
  for (let at = cells.length - 2; at >= 0; at--) {
    const [cell, after] = [cells[at], ends[at + 1]];
    if ((at + 1) % length !== 0 && cell !== undefined && after !== undefined)
      ends[at] = mergeCells(cell, after);
  }
  return { ends, beginnings };
}
