import {
  ALL_REQUESTS,
  decodeCells,
  decodeDistribution,
  encodeDistribution,
  firstSecondOf,
  gridOfSteps,
  joinPartWarnings,
  joinSources,
  joinTimes,
  mergeAllCells,
  stepWithin,
} from "@headroom/core";
import type { Cell, JoinedSource, LabelTotals, Warning } from "@headroom/core";
import { MemoryGauges } from "./memory-gauges.ts";
import { MemorySeries } from "./memory-series.ts";
import type { Stretch } from "./memory-series.ts";
import { timesOf } from "./read-parts.ts";
import type { OfflinePart, OfflineParts } from "./read-parts.ts";

export interface MemoryLabel {
  total: Cell;
  /** What the total was merged from. */
  parts: Cell[];
  /** Null: only the total is known. */
  series: MemorySeries | null;
}

/** A run that was read from files, as far as targets need it. */
export interface MemoryRun {
  source: JoinedSource;
  warnings: Warning[];
  loadModel: string;
  startedAt: Date;
  endedAt: Date;
  durationSeconds: number;
  /** In seconds from the origin: when it began and ended, and the whole seconds that it touches. Null: no file has times. */
  times: (Stretch & { originMillis: number; startSeconds: number; endSeconds: number }) | null;
  all: MemoryLabel;
  /** Of those that were asked for; a request comes before a group of requests of the same name. */
  labels: ReadonlyMap<string, MemoryLabel>;
  /** By status code, from 400 on. */
  codes: ReadonlyMap<string, MemoryLabel>;
  gauges: MemoryGauges;
}

/** Keeps the requested labels over time. The others only count in the whole. */
export function readMemoryRun({ parts, originMicros }: OfflineParts, names: readonly string[]): MemoryRun {
  const joined = joinTimes(timesOf(parts));
  const times = originMicros === null ? null : offsetsOf(joined, originMicros / 1_000);
  const labels = [...new Set(names)].flatMap((name) => labelOf(parts, name));
  const codes = codesOf(parts);
  const found = [wholeOf(parts), ...labels, ...codes];
  const memory = found.map((label) => remember(label, times));
  fill(parts, found, memory);
  const [all] = memory;
  if (all === undefined) throw new Error("a run without all of its requests");
  const [loadModel = "unknown"] = parts.map(({ local }) => local.report.loadModel);
  return {
    ...joined,
    source: joinSources(parts.map(({ local: { report }, warnings }) => ({ ...report, warnings }))),
    warnings: joinPartWarnings(parts.map(({ warnings }) => warnings)),
    loadModel: parts.every(({ local }) => local.report.loadModel === loadModel) ? loadModel : "unknown",
    times,
    all,
    labels: new Map(labels.map(({ name }, at) => [name, memory[at + 1] ?? all])),
    codes: new Map(codes.map(({ name }, at) => [name, memory[at + 1 + labels.length] ?? all])),
    gauges: new MemoryGauges(
      parts.map(({ local }) => local.totals.gauges),
      times,
    ),
  };
}

function offsetsOf(
  { startedAt, endedAt }: Pick<MemoryRun, "startedAt" | "endedAt">,
  originMillis: number,
): MemoryRun["times"] {
  const seconds = (at: Date) => (at.getTime() - originMillis) / 1_000;
  const [startSeconds, endSeconds] = [seconds(startedAt), seconds(endedAt)];
  return {
    originMillis,
    startSeconds,
    endSeconds,
    fromSeconds: firstSecondOf(Math.floor(startSeconds)),
    toSeconds: Math.floor(endSeconds) + 1,
  };
}

/** A label in every part that has it; null: this part doesn't. */
interface FoundLabel {
  name: string;
  of: (Pick<LabelTotals, "label" | "total" | "finestStepSeconds"> | null)[];
  resolutions: number[];
}

function wholeOf(parts: readonly OfflinePart[]): FoundLabel {
  const of = parts.map(({ local: { totals } }) => ({
    label: ALL_REQUESTS,
    total: totals.all,
    finestStepSeconds: totals.allFinestStepSeconds,
  }));
  return { name: "", of, resolutions: resolutionsOf(parts) };
}

function labelOf(parts: readonly OfflinePart[], name: string): FoundLabel[] {
  const named = parts.flatMap(({ local }) =>
    local.totals.labels.filter((label) => label.name === name && label.kind !== "status"),
  );
  const kind = named.some((label) => label.kind === "request") ? "request" : named[0]?.kind;
  return kind === undefined ? [] : [inParts(parts, { name, kind })];
}

function codesOf(parts: readonly OfflinePart[]): FoundLabel[] {
  const codes = parts.flatMap(({ local }) => local.totals.labels.filter(({ kind }) => kind === "status"));
  const names = new Set(codes.map(({ name }) => name));
  return [...names].map((name) => inParts(parts, { name, kind: "status" }));
}

function inParts(
  parts: readonly OfflinePart[],
  { name, kind }: Pick<LabelTotals, "name" | "kind">,
): FoundLabel {
  const of = parts.map(
    ({ local }) => local.totals.labels.find((label) => label.name === name && label.kind === kind) ?? null,
  );
  return { name, of, resolutions: resolutionsOf(parts) };
}

function resolutionsOf(parts: readonly OfflinePart[]): number[] {
  return parts.map(({ local }) => local.report.latencyResolutionMicros);
}

/** In the finest step that all of its parts have; only the total, if one of them has no more. */
function remember({ of, resolutions }: FoundLabel, times: Stretch | null): MemoryLabel {
  const known = of.flatMap((one, at) => (one === null ? [] : [{ ...one, resolution: resolutions[at] ?? 1 }]));
  const parts = known.map(({ total, resolution }) => onGrid(total, gridOfSteps([resolution])));
  const steps = known.map(({ finestStepSeconds }) => finestStepSeconds);
  const hasSeries = times !== null && !steps.includes(null);
  const finest = Math.max(...steps.map((step) => step ?? 0));
  return {
    total: mergeAllCells(parts),
    parts,
    series: hasSeries ? new MemorySeries(finest, times) : null,
  };
}

function fill(
  parts: readonly OfflinePart[],
  found: readonly FoundLabel[],
  memory: readonly MemoryLabel[],
): void {
  const grid = gridOfSteps(resolutionsOf(parts));
  for (const [at, { local }] of parts.entries()) {
    const byNumber = new Map(
      found.flatMap(({ of }, which) => {
        const label = of[at]?.label;
        return label === undefined ? [] : [[label, memory[which]?.series ?? null] as const];
      }),
    );
    for (const columns of local.spool.read())
      for (const { label, stepSeconds, offsetSeconds, cell } of decodeCells(columns)) {
        const series = byNumber.get(label) ?? null;
        if (series !== null && stepWithin(series.finestStepSeconds) === stepSeconds)
          series.add(offsetSeconds, onGrid(cell, grid));
      }
  }
}

/** Latencies are multiples of the tool's rounding. */
function onGrid(cell: Cell, gridMicros: number): Cell {
  const distribution = decodeDistribution(encodeDistribution(cell.distribution), gridMicros);
  return { ...cell, distribution };
}
