import { emptyCell, mergeCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { collapseAfter } from "./collapse.ts";
import type { Collapse } from "./collapse.ts";
import { formatLength } from "../format/duration.ts";
import { formatTarget } from "../targets/target.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Target } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";
import { judge } from "../verdict/verdict.ts";

/** Why a run proves no throughput. */
export const CAPACITY_GAPS = [
  /** A simulator sent its requests, so nothing was held. */
  "simulated",
  /** No target limits latency or errors, so any throughput would pass. */
  "no-limit",
  /** Its source doesn't count requests. */
  "no-requests",
  "too-short",
  /** The run missed a latency or error target that isn't about all requests. */
  "other-target",
  /** No stretch of the required length met every latency and error target. */
  "never-met",
] as const;
export type CapacityGap = (typeof CAPACITY_GAPS)[number];

export type Capacity =
  | {
      proven: true;
      /** Successful requests per second over the stretch. */
      throughput: number;
      fromSeconds: number;
      toSeconds: number;
      /** Null: it didn't collapse afterwards. */
      collapse: Collapse | null;
    }
  | { proven: false; gap: CapacityGap; detail: string };

export interface CapacityPoint {
  offsetSeconds: number;
  cell: Cell;
}

export interface CapacityInput {
  targets: readonly Target[];
  /** How the run as a whole was judged, by the targets' texts. */
  verdicts: readonly { text: string; verdict: Verdict }[];
  /** All requests in order of time; points in which nothing completed are absent. */
  points: readonly CapacityPoint[];
  pointSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  holdSeconds: number;
  absent: readonly AbsentFigure[];
  /** It was kept from traffic that a simulator made up. */
  simulated: boolean;
  latencyResolutionMicros: number;
  latencyRelativeError: number;
  /** As for verdicts. */
  confidence: number;
}

/**
 * The highest throughput that a run held for the policy's time with every latency and error target met: the busiest
 * stretch of that length, in whole points, that `judge` finds met. Time in which nothing completed counts.
 */
export function findCapacity(input: CapacityInput): Capacity {
  const limits = input.targets.filter(isLimit);
  const gap = gapOf(input, limits);
  if (gap !== null) return gap;
  const length = Math.ceil(input.holdSeconds / input.pointSeconds);
  const stretches = stretchesOf(input, length);
  if (stretches.count < 1) return tooShort(input);
  const judged = limits.filter(ofAllRequests);
  for (const start of stretches.busiestFirst()) {
    const cell = stretches.merged(start);
    if (succeeded(cell, input) === 0) break;
    if (!allMet(judged, cell, length * input.pointSeconds, input)) continue;
    const fromSeconds = input.fromSeconds + start * input.pointSeconds;
    const seconds = length * input.pointSeconds;
    return {
      proven: true,
      throughput: succeeded(cell, input) / seconds,
      fromSeconds,
      toSeconds: fromSeconds + seconds,
      collapse: collapseAfter(stretches.counts, {
        start,
        end: start + length,
        pointSeconds: input.pointSeconds,
      }),
    };
  }
  const texts = judged.map(formatTarget).join(", ");
  return {
    proven: false,
    gap: "never-met",
    detail: `The run never met ${texts} for ${formatLength(input.holdSeconds)} in a row.`,
  };
}

export function isLimit({ metric }: Target): boolean {
  return metricRow(metric).limitsCapacity;
}

/** Other targets are judged over the run: labels, loads and baselines have no stretches of their own. */
function ofAllRequests({ label, users, threshold }: Target): boolean {
  return label === null && users === null && threshold.kind === "absolute";
}

function gapOf(input: CapacityInput, limits: readonly Target[]): Capacity | null {
  if (input.simulated)
    return { proven: false, gap: "simulated", detail: "The run has simulated traffic. It proves nothing." };
  if (limits.length === 0)
    return { proven: false, gap: "no-limit", detail: "None of the run's targets limits latency or errors." };
  // A source that states a rate without a count has a throughput all the same.
  if (input.absent.includes("requests"))
    return { proven: false, gap: "no-requests", detail: "The source doesn't count requests." };
  if (input.toSeconds - input.fromSeconds < input.holdSeconds) return tooShort(input);
  const met = new Set(input.verdicts.filter(({ verdict }) => verdict === "met").map(({ text }) => text));
  const other = limits.find((target) => !ofAllRequests(target) && !met.has(formatTarget(target)));
  if (other === undefined) return null;
  return { proven: false, gap: "other-target", detail: `The run did not meet ${formatTarget(other)}.` };
}

function tooShort({ fromSeconds, toSeconds, holdSeconds }: CapacityInput): Capacity {
  const lasted = Math.max(0, Math.floor(toSeconds - fromSeconds));
  return {
    proven: false,
    gap: "too-short",
    detail: `The run lasted ${formatLength(lasted)}. A throughput counts once it is held for ${formatLength(holdSeconds)}.`,
  };
}

function allMet(
  targets: readonly Target[],
  cell: Cell,
  durationSeconds: number,
  { absent, latencyResolutionMicros, latencyRelativeError, confidence }: CapacityInput,
): boolean {
  const verdicts = judge({
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
  return verdicts.every(({ verdict }) => verdict === "met");
}

/**
 * Every stretch of this many points. Merging is associative, so a stretch is the end of one block of that length and the
 * beginning of the next: two merges for each point prepare them all, and one more merge yields any of them.
 */
function stretchesOf(input: CapacityInput, length: number) {
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

/** Requests that failed are no throughput that was held. */
function succeeded({ requests, errors }: Cell, { absent }: Pick<CapacityInput, "absent">): number {
  return absent.includes("errors") ? requests : requests - errors;
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
