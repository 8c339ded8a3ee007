import type { ComparableFigures, EarlierRun, FigureId } from "@headroom/core";
import type { ComparedRun, LabelRow } from "@headroom/contract";
import type { ComparedLabel } from "@headroom/db";
import type { JudgedLabel } from "./judged-labels.ts";
import { toMetricRows, worstOf } from "./metric-rows.ts";

/** For each pair, the busiest labels that both sides have. */
export const LABELS_WITH_STATISTICS = 20;

/** Limits how many rows are merged in their windows and sorted while a page waits. */
const LABELS_LOOKED_AT = 2_000;
/** Enough labels to compare the mix. */
export const BUSIEST_LABELS = 100;

/** How many of the busiest labels of each run are looked at. */
export function labelsLookedAt(runs: number): number {
  return Math.max(BUSIEST_LABELS, Math.floor(LABELS_LOOKED_AT / Math.max(1, runs)));
}

export interface LabelRowsInput {
  labels: readonly JudgedLabel[];
  runs: readonly ComparedRun[];
  reference: number;
  /** How many rows to return; all are sorted. */
  most: number;
  sort: FigureId;
}

/** The labels of all runs: first the new and the vanished ones, then by the worst change of one metric. */
export function toLabelRows(input: LabelRowsInput): LabelRow[] {
  const { labels, runs, reference, most, sort } = input;
  const groups = Map.groupBy(labels, ({ whole }) => nameOf(whole));
  const sorted = [...groups.values()]
    .map((some) => {
      const { window, inRuns, figures } = labelInRuns(some, runs);
      const busy = Math.max(...some.map(({ whole }) => whole.requests));
      const state = stateOf(inRuns, reference);
      return { window, inRuns, figures, state, busy, ...worstOf(figures, reference, [sort]) };
    })
    .toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || compare(b.badness, a.badness) || b.busy - a.busy);
  return chosen(sorted, most).map(({ window, inRuns, figures, state, worst }): LabelRow => {
    const named = inRuns.find((one) => one !== null);
    const label = named?.label ?? "";
    return {
      label,
      kind: named?.kind ?? "request",
      state,
      window,
      requests: inRuns.map((one) => one?.requests ?? null),
      metrics: toMetricRows({ figures, reference, runs, label }),
      worst,
    };
  });
}

export interface PooledLabels extends Pick<LabelRowsInput, "labels" | "runs" | "reference"> {
  /** The other runs of each side, in the order of the runs, whose labels are among them. */
  others: readonly (readonly ComparedRun[])[];
}

/** The same rows with the figures of all runs of each side. */
export function withPooledLabels(
  rows: readonly LabelRow[],
  { labels, runs, others, reference }: PooledLabels,
): LabelRow[] {
  const groups = Map.groupBy(labels, ({ whole }) => nameOf(whole));
  return rows.map((row) => {
    const { kind, label } = row;
    const found = labelInRuns(groups.get(`${kind} ${label}`) ?? [], [...runs, ...others.flat()]);
    const earlier = earlierById(found);
    const pooled = runs.map(({ id }, at) =>
      [id, ...(others[at] ?? []).map((one) => one.id)].flatMap((runId) => earlier.get(runId) ?? []),
    );
    const figures = runs.map((_, at) => found.figures[at] ?? null);
    return {
      ...row,
      window: found.window,
      requests: runs.map((_, at) => found.inRuns[at]?.requests ?? null),
      metrics: toMetricRows({ figures, pooled, reference, runs, label }),
    };
  });
}

/** One label in each run that has it. */
export function earlierById({
  inRuns,
  figures,
}: Pick<ReturnType<typeof labelInRuns>, "inRuns" | "figures">): Map<string, EarlierRun> {
  const known = inRuns.flatMap((one, at): [string, EarlierRun][] => {
    const shown = figures[at] ?? null;
    if (one === null || shown === null) return [];
    const { runId: id, requests, errors } = one;
    return [[id, { id, figures: shown, requests, errors }]];
  });
  return new Map(known);
}

/** How many labels there are in all runs together. */
export function countNames(labels: readonly ComparedLabel[]): number {
  return new Set(labels.map(nameOf)).size;
}

function nameOf({ kind, label }: ComparedLabel): string {
  return `${kind} ${label}`;
}

/** The first of them, and the busiest in any case: those have statistics, so it is known how certain a change is. */
function chosen<T extends { busy: number }>(sorted: readonly T[], most: number): T[] {
  const certain = Math.min(LABELS_WITH_STATISTICS, Math.floor(most / 2));
  const taken = new Set(sorted.toSorted((a, b) => b.busy - a.busy).slice(0, certain));
  for (const one of sorted) if (taken.size < most) taken.add(one);
  return sorted.filter((one) => taken.has(one));
}

/**
 * One label in each run, in the order of the runs and in their judged windows. Where one of them has only a total of the label,
 * whole runs are compared instead.
 */
export function labelInRuns(
  some: readonly JudgedLabel[],
  runs: readonly Pick<ComparedRun, "id" | "summary">[],
): {
  window: LabelRow["window"];
  inRuns: (ComparedLabel | null)[];
  figures: (ComparableFigures | null)[];
} {
  const window = some.every(({ judged }) => judged !== null) ? "judged" : "whole";
  const inRuns = runs.map(({ id }) => {
    const own = some.find(({ whole }) => whole.runId === id);
    return own === undefined ? null : window === "judged" ? own.judged : own.whole;
  });
  const figures = runs.map(({ summary: { errorsAtLeast } }, at) => {
    const one = inRuns[at] ?? null;
    return one === null ? null : { ...toFigures(one), errorsAtLeast };
  });
  return { window, inRuns, figures };
}

const ORDER: Record<LabelRow["state"], number> = { vanished: 0, new: 1, shared: 2 };

/** Equal infinities have no difference that is a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

function stateOf(inRuns: readonly (ComparedLabel | null)[], reference: number): LabelRow["state"] {
  if (inRuns[reference] === null) return "new";
  return inRuns.some((one, at) => at !== reference && one !== null) ? "shared" : "vanished";
}

export function toFigures(label: ComparedLabel): ComparableFigures {
  const { requests, errors, items, throughput } = label;
  return {
    throughput,
    // In this order, one item in each request is the throughput to the last bit.
    itemsThroughput: throughput === null || requests === 0 ? null : throughput * (items / requests),
    errorRate: errors === null || requests === 0 ? null : errors / requests,
    latencyIntervalsMs: label.latencyIntervalsMs,
    latencyMs: {
      mean: millis(label.meanMicros),
      p50: millis(label.p50Micros),
      p90: millis(label.p90Micros),
      p95: millis(label.p95Micros),
      p99: millis(label.p99Micros),
      "p99.9": millis(label.p999Micros),
    },
  };
}

function millis(micros: number | null): number | null {
  return micros === null ? null : Math.round(micros) / 1_000;
}

/** Share of the requests by label, for the fingerprint of a run. */
export function mixOf(labels: readonly ComparedLabel[], runId: string): Map<string, number> {
  const own = labels.filter((one) => one.runId === runId && one.kind === "request");
  const total = own.reduce((sum, { requests }) => sum + requests, 0);
  return new Map(total === 0 ? [] : own.map(({ label, requests }) => [label, requests / total]));
}
