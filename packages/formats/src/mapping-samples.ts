import { DAY_MICROS, isPlausibleTime, SECOND_MICROS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { RowRefusal } from "./text/delimited.ts";
import { quoted } from "./findings.ts";
import type { Warnings } from "./findings.ts";
import { columnName } from "./mapping.ts";
import type { Column, ColumnMapping } from "./mapping.ts";
import { MappedTotals } from "./mapping-totals.ts";
import type { MappedRow } from "./mapping-totals.ts";
import type { ParseOptions } from "./parser.ts";
import { DateReader } from "./text/date-reader.ts";
import { FailureTally } from "./text/failure-tally.ts";
import { PeakGauge } from "./text/peak-gauge.ts";

const MAX_MICROS = 30 * DAY_MICROS;
const MAX_RUN_MICROS = 366 * DAY_MICROS;
const MAX_COUNT = 1e12;
const MAX_REASON_LENGTH = 200;

const UNITS = { s: "seconds", ms: "milliseconds", us: "microseconds", ns: "nanoseconds" } as const;
const UNIT_MICROS = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 } as const;

/** What is wrong with a line, without quoting it. */
export interface WrongValue {
  column: Column;
  why: string;
}

/** Refuses a line because of a value, which it quotes. */
export function refusalOf({ column, why }: WrongValue, text: (column: Column) => string): RowRefusal {
  const name = columnName(column);
  return { column: name, reason: () => `${name} ${why}: ${quoted(text(column))}` };
}

/** Passes the requests of a mapped file to a sink: over time if it has a clock, otherwise as totals. */
export class MappedSamples {
  readonly row: MappedRow = {
    label: 0,
    timeMicros: 0,
    latencyMicros: 0,
    failed: false,
    reason: "",
    items: 1,
    bytes: 0,
    users: null,
    hasDate: false,
  };
  readonly dates: DateReader;
  readonly #sink: SampleSink;
  readonly #mapping: ColumnMapping;
  readonly #warnings: Warnings;
  readonly #originMicros: number;
  readonly #isRelative: boolean;
  readonly #timeIsStart: boolean;
  readonly #failures: FailureTally;
  readonly #users: PeakGauge | null;
  readonly #totals: MappedTotals | null;
  #resolutionMicros: number;
  #accepted = 0;

  constructor(sink: SampleSink, mapping: ColumnMapping, options: ParseOptions, warnings: Warnings) {
    const { time, latency } = mapping;
    this.dates = new DateReader(options.zone);
    this.#sink = sink;
    this.#mapping = mapping;
    this.#warnings = warnings;
    this.#isRelative = time?.from === "run";
    this.#originMicros = this.#isRelative ? (options.startMicros ?? 0) : 0;
    this.#timeIsStart = (time?.means ?? options.timestamps ?? "start") === "start";
    this.#failures = new FailureTally(sink, () =>
      warnings.add("latin-1", "A failure reason is not UTF-8 and was read as Latin-1."),
    );
    this.#users = mapping.users === undefined ? null : new PeakGauge(sink, "users", null);
    this.#totals = time === undefined ? new MappedTotals(sink) : null;
    this.#resolutionMicros =
      latency.unit === "written" ? SECOND_MICROS : Math.max(1, UNIT_MICROS[latency.unit]);
  }

  /** What is wrong with the row. Doesn't read its label: the label of a refused line must not be registered. */
  check(): WrongValue | null {
    return this.#wrongLatency() ?? this.#wrongTime() ?? this.#wrongCount();
  }

  /** Accepts a valid row, with the sink's number of its label. */
  take(label: number, line: number): void {
    const { row } = this;
    row.label = label;
    this.#accepted += 1;
    if (row.hasDate) this.dates.warn(this.#warnings, line);
    while (row.latencyMicros % this.#resolutionMicros !== 0) this.#resolutionMicros /= 10;
    if (row.failed && row.reason !== "") {
      this.#failures.addText(
        row.label,
        this.#totals === null ? this.#completedMicros() : NaN,
        row.reason.slice(0, MAX_REASON_LENGTH),
      );
    }
    if (this.#totals === null) this.#add();
    else this.#totals.add(row);
  }

  end(): Omit<ParseReport, "format" | "refused" | "warnings"> {
    this.#failures.end();
    this.#users?.end();
    this.#totals?.end();
    const { success, status, error } = this.#mapping;
    const tellsErrors = success !== undefined || status !== undefined || error !== undefined;
    return {
      tool: "generic",
      toolVersion: null,
      accepted: this.#accepted,
      loadModel: "unknown",
      latencyResolutionMicros: this.#resolutionMicros,
      source: "samples",
      latencyRelativeError: 0,
      absent: tellsErrors ? [] : ["errors"],
      clock: this.#totals !== null ? "none" : this.#isRelative ? "relative" : "absolute",
      startedAtMicros: null,
      durationSeconds: null,
    };
  }

  #add(): void {
    const { label, latencyMicros, failed, items, bytes, users } = this.row;
    const completed = this.#completedMicros();
    this.#sink.add(label, completed, latencyMicros, failed, items, bytes);
    if (users !== null) this.#users?.see(completed, users);
  }

  #completedMicros(): number {
    const { timeMicros, latencyMicros } = this.row;
    return this.#originMicros + timeMicros + (this.#timeIsStart ? latencyMicros : 0);
  }

  #wrongLatency(): WrongValue | null {
    const { column, unit } = this.#mapping.latency;
    const { latencyMicros: micros } = this.row;
    if (micros >= 0 && micros <= MAX_MICROS) return null;
    if (micros < 0) return { column, why: "is negative" };
    if (unit === "written") {
      return { column, why: micros > 0 ? "is longer than 30 days" : "is not a duration with a unit" };
    }
    return { column, why: micros > 0 ? `is longer than 30 days in ${UNITS[unit]}` : "is not a number" };
  }

  #wrongTime(): WrongValue | null {
    const { time } = this.#mapping;
    const { timeMicros: micros } = this.row;
    if (time === undefined) return null;
    const { column, unit } = time;
    if (Number.isNaN(micros)) return { column, why: unit === "iso" ? "is not a date" : "is not a number" };
    if (this.#isRelative) {
      if (micros < 0) return { column, why: "is negative" };
      if (micros <= MAX_RUN_MICROS) return null;
      return { column, why: "is more than a year after the start of the run" };
    }
    if (isPlausibleTime(micros)) return null;
    const read = unit === "iso" ? "" : ` in ${UNITS[unit]}`;
    return { column, why: `is not between 2000 and 2100${read}${otherUnit(micros, unit)}` };
  }

  #wrongCount(): WrongValue | null {
    const { items, bytes, users } = this.#mapping;
    const { row } = this;
    if (items !== undefined && !isCount(row.items)) return { column: items, why: "is not a count" };
    if (bytes !== undefined && !isCount(row.bytes)) return { column: bytes, why: "is not a count" };
    if (users !== undefined && row.users !== null && !isCount(row.users)) {
      return { column: users, why: "is not a count" };
    }
    return null;
  }
}

function isCount(value: number): boolean {
  return value >= 0 && value <= MAX_COUNT;
}

/** If a file changes its unit midway, those lines are refused; the reason says what unit would fit. */
function otherUnit(micros: number, unit: keyof typeof UNITS | "iso"): string {
  if (unit === "iso") return "";
  const units = ["s", "ms", "us", "ns"] as const;
  const fits = units.find((other) => isPlausibleTime((micros / UNIT_MICROS[unit]) * UNIT_MICROS[other]));
  return fits === undefined ? "" : `, but it would be in ${UNITS[fits]}`;
}
