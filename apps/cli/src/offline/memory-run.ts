import {
  ALL_REQUESTS,
  decodeDistribution,
  encodeDistribution,
  STEPS,
  type AbsentFigure,
  type Cell,
  type ParseReport,
  type RunTotals,
} from "@headroom/core";
import { keptRows } from "../upload/cell-batches.ts";
import type { LocalRun } from "../upload/local-run.ts";
import { MemorySeries, type Stretch } from "./memory-series.ts";

export interface MemoryLabel {
  total: Cell;
  /** Null: only the total is known. */
  series: MemorySeries | null;
}

/** A run that was read from a file, as far as targets need it. */
export interface MemoryRun {
  report: ParseReport;
  absent: readonly AbsentFigure[];
  durationSeconds: number;
  /** Null: the file has no times. */
  times: (Stretch & { originMillis: number; firstSeconds: number; lastSeconds: number }) | null;
  all: MemoryLabel;
  /** Of those that were asked for; a request comes before a group of requests of the same name. */
  labels: ReadonlyMap<string, MemoryLabel>;
  /** How many users were active, in order of time. */
  users: readonly { offsetSeconds: number; users: number }[];
}

/** Keeps the requested labels over time. The others only count in the whole. */
export function readMemoryRun(run: LocalRun, names: readonly string[]): MemoryRun {
  const { totals, report } = run;
  const times = timesOf(totals, report);
  const kept = new Map<number, MemoryLabel>();
  const keep = (label: number, total: Cell, finestStepSeconds: MemorySeries["finestStepSeconds"] | null) => {
    const series =
      times === null || finestStepSeconds === null ? null : new MemorySeries(finestStepSeconds, times);
    const memory = { total: onGrid(total, report), series };
    kept.set(label, memory);
    return memory;
  };
  const all = keep(ALL_REQUESTS, totals.all, totals.allFinestStepSeconds);
  const labels = new Map<string, MemoryLabel>();
  for (const name of new Set(names)) {
    const named = totals.labels.filter((label) => label.name === name);
    const found = named.find(({ kind }) => kind === "request") ?? named[0];
    if (found !== undefined) labels.set(name, keep(found.label, found.total, found.finestStepSeconds));
  }
  for (const { label, offsetSeconds, cell } of keptRows(run))
    kept.get(label)?.series?.add(offsetSeconds, onGrid(cell, report));
  const leavesOutErrors = report.warnings.some(({ code }) => code === "unanswered-untold");
  return {
    report,
    absent: leavesOutErrors ? [...new Set([...report.absent, "some-errors" as const])] : report.absent,
    durationSeconds: times === null ? (report.durationSeconds ?? 0) : times.lastSeconds - times.firstSeconds,
    times,
    all,
    labels,
    users: usersOf(totals),
  };
}

function timesOf({ span }: RunTotals, report: ParseReport): MemoryRun["times"] {
  if (span === null) return null;
  const { originMicros } = span;
  const { source, startedAtMicros, durationSeconds } = report;
  // What the source states is more precise than its intervals.
  const stated = source === "samples" ? null : startedAtMicros;
  const first = stated ?? span.firstStartMicros;
  const last =
    stated === null || durationSeconds === null ? span.lastCompletionMicros : stated + durationSeconds * 1e6;
  const seconds = (micros: number) => (micros - originMicros) / 1e6;
  return {
    originMillis: originMicros / 1_000,
    firstSeconds: seconds(first),
    lastSeconds: seconds(last),
    fromSeconds: Math.min(0, Math.floor(seconds(first))),
    toSeconds: Math.floor(seconds(last)) + 1,
  };
}

/** Latencies are multiples of the tool's rounding. */
function onGrid(cell: Cell, { latencyResolutionMicros }: ParseReport): Cell {
  const distribution = decodeDistribution(encodeDistribution(cell.distribution), latencyResolutionMicros);
  return { ...cell, distribution };
}

function usersOf({ gauges }: RunTotals): MemoryRun["users"] {
  const gauge = gauges.find(({ name }) => name.toLowerCase() === "users");
  if (gauge === undefined) return [];
  const finest = STEPS.find((step) => step >= gauge.finestStepSeconds);
  return gauge.rows
    .filter(({ stepSeconds }) => stepSeconds === finest)
    .map(({ offsetSeconds, cell }) => ({ offsetSeconds, users: cell.sum / cell.count }))
    .toSorted((a, b) => a.offsetSeconds - b.offsetSeconds);
}
