import type { ComparableFigures, FigureId } from "@headroom/core";
import type { ComparedRun, LabelRow } from "@headroom/contract";
import type { ComparedLabel } from "@headroom/db";
import type { JudgedLabel } from "./judged-labels.ts";
import { toMetricRows, worstOf } from "./metric-rows.ts";

/** For each pair, the busiest labels that both sides have. */
export const LABELS_WITH_STATISTICS = 20;

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
  const places = new Map(runs.map(({ id }, at) => [id, at]));
  const leftOut = runs.map(({ summary }) => summary.errorsAtLeast);
  const groups = Map.groupBy(labels, ({ whole }) => nameOf(whole));
  const sorted = [...groups.values()]
    .map((some) => {
      const { window, inRuns } = inRunsOf(some, places);
      const figures = inRuns.map((one, at) =>
        one === null ? null : { ...toFigures(one), errorsAtLeast: leftOut[at] },
      );
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

/** Each in its run's judged window; where one run has only a total of the label, whole runs are compared instead. */
function inRunsOf(
  some: readonly JudgedLabel[],
  places: ReadonlyMap<string, number>,
): { window: LabelRow["window"]; inRuns: (ComparedLabel | null)[] } {
  const inRuns: (ComparedLabel | null)[] = Array.from({ length: places.size }, () => null);
  const window = some.every(({ judged }) => judged !== null) ? "judged" : "whole";
  for (const { whole, judged } of some)
    inRuns[places.get(whole.runId) ?? 0] = window === "judged" ? judged : whole;
  return { window, inRuns };
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
    itemsThroughput: throughput === null || requests === 0 ? null : (throughput * items) / requests,
    errorRate: errors === null || requests === 0 ? null : errors / requests,
    latencyMs: {
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
