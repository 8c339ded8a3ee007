import { ALL_REQUESTS, mergeAllCells, SECOND_MICROS } from "@headroom/core";
import type { AbsentFigure, Cell, LatencySource, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { wholeBuckets } from "../../text/whole-buckets.ts";
import { genericSummaryFile } from "./shape.ts";
import type { GenericSummaryFile, SummaryFigures } from "./shape.ts";

const UNIT_MICROS = { s: SECOND_MICROS, ms: 1_000, us: 1, ns: 0.001 } as const;

type Labelled = SummaryFigures & { label: string };

/** Reads the summary that in-house tools write in our own shape. */
export function readSummary(
  value: unknown,
  sink: SampleSink,
  options: ParseOptions,
  { refusals, warnings }: Findings,
): ParseReport {
  const file = readShape(genericSummaryFile, value, "Headroom summary");
  const startMicros = startOf(file, options);
  giveCells(file, startMicros, sink);
  giveGauges(file, startMicros, sink);
  const figures = figuresOf(file);
  if (areErrorsPartlyTold(figures)) {
    warnings.add("errors-partly-told", "Some entries have no error count and were treated as error-free.");
  }
  return {
    format: "generic-summary",
    tool: file.tool ?? "generic",
    toolVersion: file.toolVersion ?? null,
    accepted: acceptedOf(file),
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: file.loadModel ?? "unknown",
    latencyResolutionMicros: 1,
    source: sourceOf(figures),
    latencyRelativeError: 0,
    absent: absentOf(file),
    clock: clockOf(file),
    startedAtMicros: file.startedAt === undefined ? null : startMicros,
    durationSeconds: durationOf(file),
  };
}

function startOf({ startedAt }: GenericSummaryFile, options: ParseOptions): number {
  return startedAt === undefined ? (options.startMicros ?? 0) : Date.parse(startedAt) * 1_000;
}

function giveCells(file: GenericSummaryFile, startMicros: number, sink: SampleSink): void {
  const { total, labels = [], intervals = [], durationSeconds = null } = file;
  const cells = new SummaryCells(sink, UNIT_MICROS[file.latencyUnit]);
  cells.give(total, labels, durationSeconds, (label, cell) => sink.total(label, cell));
  for (const { at, seconds, total: whole, labels: parts = [] } of intervals) {
    const start = startMicros + Math.round(at * SECOND_MICROS);
    cells.give(whole, parts, seconds, (label, cell) => sink.interval(label, start, seconds, cell));
  }
}

function acceptedOf({ total, labels = [], intervals = [] }: GenericSummaryFile): number {
  return (total === undefined ? 0 : 1) + labels.length + intervals.length;
}

function areErrorsPartlyTold(figures: readonly SummaryFigures[]): boolean {
  const known = figures.filter(({ errors }) => errors !== undefined).length;
  return known > 0 && known < figures.length;
}

function clockOf({ startedAt, intervals = [], gauges = [] }: GenericSummaryFile): ParseReport["clock"] {
  if (startedAt !== undefined) return "absolute";
  return intervals.length > 0 || gauges.length > 0 ? "relative" : "none";
}

/** Makes cells of figures; all requests are what the labels add up to where the file has no total. */
class SummaryCells {
  readonly #sink: SampleSink;
  readonly #unitMicros: number;

  constructor(sink: SampleSink, unitMicros: number) {
    this.#sink = sink;
    this.#unitMicros = unitMicros;
  }

  give(
    total: SummaryFigures | undefined,
    labels: readonly Labelled[],
    seconds: number | null,
    to: (label: number, cell: Cell) => void,
  ): void {
    const parts = labels.map((figures): [number, Cell] => {
      const label = this.#sink.label(figures.label, "request");
      this.#giveFailures(label, figures);
      return [label, cellOf(figures, seconds, this.#unitMicros)];
    });
    for (const [label, cell] of parts) to(label, cell);
    if (total !== undefined) {
      this.#giveFailures(ALL_REQUESTS, total);
      to(ALL_REQUESTS, cellOf(total, seconds, this.#unitMicros));
    } else if (parts.length > 0) to(ALL_REQUESTS, mergeAllCells(parts.map(([, cell]) => cell)));
  }

  #giveFailures(label: number, { failures = [] }: SummaryFigures): void {
    for (const { reason, times } of failures) this.#sink.failure(label, reason, times);
  }
}

function cellOf(figures: SummaryFigures, seconds: number | null, unitMicros: number): Cell {
  const { errors, items, bytes, mean, min, max, percentiles = {}, buckets } = figures;
  const requests = requestsOf(figures, seconds);
  const known = Object.fromEntries(
    Object.entries({ errors, items, bytes }).filter(([, count]) => count !== undefined),
  );
  const cell = givenCell(
    {
      ...known,
      requests,
      mean: mean ?? null,
      min: min ?? null,
      max: max ?? null,
      percentiles,
    },
    unitMicros,
  );
  if (buckets === undefined) return cell;
  const bounds = buckets.upperBounds.map((bound) => bound * unitMicros);
  return { ...cell, distribution: wholeBuckets(bounds, buckets.counts) };
}

function requestsOf({ requests, requestsPerSecond }: SummaryFigures, seconds: number | null): number | null {
  if (requests !== undefined) return requests;
  return requestsPerSecond === undefined || seconds === null ? null : Math.round(requestsPerSecond * seconds);
}

function giveGauges({ gauges = [] }: GenericSummaryFile, startMicros: number, sink: SampleSink): void {
  for (const { name, unit, values } of gauges) {
    const gauge = sink.gauge(name, unit ?? null);
    for (const [at, value] of values)
      sink.measure(gauge, startMicros + Math.round(at * SECOND_MICROS), value);
  }
}

function figuresOf({ total, labels = [], intervals = [] }: GenericSummaryFile): SummaryFigures[] {
  const inIntervals = intervals.flatMap((of) => [of.total ?? [], of.labels ?? []].flat());
  return [total ?? [], labels, inIntervals].flat();
}

function sourceOf(figures: readonly SummaryFigures[]): LatencySource {
  if (figures.some(({ buckets }) => buckets !== undefined)) return "buckets";
  return figures.some(({ percentiles }) => percentiles !== undefined) ? "quoted" : "none";
}

/** What cannot be told of all requests. */
function absentOf(file: GenericSummaryFile): AbsentFigure[] {
  const { total, labels, intervals = [] } = file;
  const wholes = [total ?? labels ?? intervals.map((of) => of.total ?? of.labels ?? [])].flat(2);
  const absent: AbsentFigure[] = [];
  if (wholes.some((of) => of.requests === undefined && of.requestsPerSecond === undefined))
    absent.push("requests");
  else if (wholes.some((of) => of.requests === undefined)) absent.push("request-count");
  if (wholes.some((of) => of.errors === undefined)) absent.push("errors");
  return absent;
}

function durationOf({ durationSeconds, total }: GenericSummaryFile): number | null {
  if (durationSeconds !== undefined) return durationSeconds;
  const { requests, requestsPerSecond } = total ?? {};
  return requests === undefined || !requestsPerSecond ? null : requests / requestsPerSecond;
}
