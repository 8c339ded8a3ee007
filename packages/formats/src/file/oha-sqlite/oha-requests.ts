import { ALL_REQUESTS, DAY_SECONDS, isPlausibleTime, SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { DatabaseSync } from "node:sqlite";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { LabelTable } from "../../text/label-table.ts";
import { StatusCodes } from "../../text/status-codes.ts";
import { brokenDatabase } from "./broken-database.ts";

const MAX_SECONDS = 30 * DAY_SECONDS;
const MAX_URL_BYTES = 2_048;
/** No row takes less; where there are more than fit, pages of the file point at each other. */
const MIN_ROW_BYTES = 10;

// Values of another type, or very long ones, are not read at all: SQLite lets any column hold anything.
const number = (column: string) => `CASE WHEN typeof(${column}) IN ('real', 'integer') THEN ${column} END`;
const URL = `CASE WHEN typeof(url) = 'text' AND octet_length(url) <= ${MAX_URL_BYTES} THEN url END`;
const COLUMNS = [number('"end"'), number("duration"), number("status"), number("len_bytes")];

/** Gives the rows of oha's table to a sink: those of the last run, where several were written to one database. */
export class OhaRequests {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #startMicros: number;
  readonly #maxRows: number;
  readonly #labels: LabelTable;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  accepted = 0;
  #url: unknown = null;
  #label = ALL_REQUESTS;
  /** Whether latencies count from when a request was due (-q with --latency-correction). */
  isCorrected = false;

  constructor(sink: SampleSink, options: ParseOptions, findings: Findings, fileBytes: number) {
    const onLatin1 = () => findings.warnings.add("latin-1", "A string is not UTF-8 and was read as Latin-1.");
    this.#sink = sink;
    this.#findings = findings;
    this.#startMicros = options.startMicros ?? 0;
    this.#maxRows = fileBytes / MIN_ROW_BYTES;
    this.#labels = new LabelTable(sink, { onLatin1 });
    this.#failures = new FailureTally(sink, onLatin1);
    this.#codes = new StatusCodes(sink);
  }

  read(database: DatabaseSync, hasRun: boolean): void {
    const run = hasRun ? this.#lastRun(database) : null;
    const columns = [
      ...COLUMNS,
      URL,
      "start_latency_correction IS NOT NULL",
      hasRun ? number("run") : "NULL",
    ];
    for (const [row, values] of this.#rows(database, columns)) {
      if (run === null || values[6] === run) this.#take(row, values, run);
    }
    this.#failures.end();
  }

  /** The second in which the last run began. */
  #lastRun(database: DatabaseSync): number {
    let last = Number.NEGATIVE_INFINITY;
    const runs = new Set<unknown>();
    for (const [, [run]] of this.#rows(database, [number("run")])) {
      if (runs.size < 100) runs.add(run);
      if (typeof run === "number" && run > last) last = run;
    }
    if (runs.size > 1) {
      const detail = `The database contains ${runs.size < 100 ? runs.size : "100 or more"} runs; the last one was used.`;
      this.#findings.warnings.add("several-runs", detail);
    }
    return last;
  }

  *#rows(database: DatabaseSync, columns: readonly string[]): Generator<[number, readonly unknown[]]> {
    const statement = database.prepare(`SELECT ${columns.join(", ")} FROM oha`);
    let row = 0;
    statement.setReturnArrays(true);
    for (const values of statement.iterate()) {
      row += 1;
      if (row > this.#maxRows) throw brokenDatabase("it has more rows than fit into it");
      yield [row, Object.values(values)];
    }
  }

  #take(
    row: number,
    [end, duration, status, bytes, url, corrected]: readonly unknown[],
    run: number | null,
  ): void {
    const { refusals } = this.#findings;
    const base = run === null ? this.#startMicros : run * SECOND_MICROS;
    if (run !== null && !isPlausibleTime(base)) {
      refusals.add(row, 0, "run", () => "run is not a time between 2000 and 2100");
    } else if (!isSeconds(end)) refusals.add(row, 0, "end", () => "end is not a valid time");
    else if (!isSeconds(duration)) {
      refusals.add(row, 0, "duration", () => "duration is negative, longer than 30 days or not a number");
    } else if (!isStatus(status)) refusals.add(row, 0, "status", () => "status is not an HTTP status");
    else {
      const latencyMicros = Math.round(duration * SECOND_MICROS);
      const label = this.#labelOf(url);
      const failed = status >= 400;
      const received = typeof bytes === "number" && bytes >= 0 ? bytes : 0;
      this.accepted += 1;
      this.isCorrected ||= corrected === 1;
      const completedMicros = base + Math.round(end * SECOND_MICROS);
      this.#sink.add(label, completedMicros, latencyMicros, failed, 1, received);
      if (failed) {
        this.#failures.addText(label, completedMicros, String(status));
        this.#codes.add(status, completedMicros, latencyMicros, true);
      }
    }
  }

  /** Most rows have the address of the row before. */
  #labelOf(url: unknown): number {
    if (url === this.#url) return this.#label;
    this.#url = url;
    this.#label =
      typeof url === "string" ? this.#labels.number(this.#labels.findText(url), "request") : ALL_REQUESTS;
    return this.#label;
  }
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= MAX_SECONDS;
}

function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 999;
}
