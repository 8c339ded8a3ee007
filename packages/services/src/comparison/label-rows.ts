import type { ComparableFigures } from "@headroom/core";
import type { ComparedRun, LabelRow } from "@headroom/contract";
import type { ComparedLabel } from "@headroom/db";
import { toMetricRows, worstOf } from "./metric-rows.ts";

export interface LabelRowsInput {
  labels: readonly ComparedLabel[];
  runs: readonly ComparedRun[];
  reference: number;
  /** How many rows to return; all are sorted. */
  most: number;
}

/** The labels of all runs: first the new and the vanished ones, then by worst change. */
export function toLabelRows(input: LabelRowsInput): { rows: LabelRow[]; total: number } {
  const { labels, runs, reference, most } = input;
  const places = new Map(runs.map(({ id }, at) => [id, at]));
  const groups = Map.groupBy(labels, ({ kind, label }) => `${kind} ${label}`);
  const sorted = [...groups.values()]
    .map((some) => inRunsOf(some, places))
    .map((inRuns) => {
      const figures = inRuns.map((one) => (one === null ? null : toFigures(one)));
      const state = stateOf(inRuns, reference);
      const busy = Math.max(...inRuns.map((one) => one?.requests ?? 0));
      return { inRuns, figures, state, busy, ...worstOf(figures, reference) };
    })
    .toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || compare(b.badness, a.badness) || b.busy - a.busy);
  const rows = sorted.slice(0, most).map(({ inRuns, figures, state, worst }): LabelRow => {
    const named = inRuns.find((one) => one !== null);
    const label = named?.label ?? "";
    return {
      label,
      kind: named?.kind ?? "request",
      state,
      requests: inRuns.map((one) => one?.requests ?? null),
      metrics: toMetricRows({ figures, reference, runs, label }),
      worst,
    };
  });
  return { rows, total: sorted.length };
}

function inRunsOf(
  some: readonly ComparedLabel[],
  places: ReadonlyMap<string, number>,
): (ComparedLabel | null)[] {
  const inRuns: (ComparedLabel | null)[] = Array.from({ length: places.size }, () => null);
  for (const one of some) inRuns[places.get(one.runId) ?? 0] = one;
  return inRuns;
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
