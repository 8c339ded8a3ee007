import { ALL_REQUESTS, DAY_MICROS, emptyCell } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal, fieldMicros } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { decodeHistogram } from "./histogram-decoder.ts";
import type { DecodedHistogram } from "./histogram-decoder.ts";
import { LogClock } from "./log-clock.ts";
import { unitMicrosOf } from "./unit.ts";

const TAG = "Tag=";
const COLUMNS = 4;
const MAX_MICROS = 30 * DAY_MICROS;

/** Reads the intervals of a log: a histogram each, and a label where it has a tag. All requests are their sum. */
export class IntervalRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #options: ParseOptions;
  readonly #findings: Findings;
  readonly #clock: LogClock;
  #accepted = 0;
  #tagged = 0;
  #relativeError = 0;
  #resolutionMicros = 1;

  constructor(sink: SampleSink, options: ParseOptions, findings: Findings) {
    this.#sink = sink;
    this.#options = options;
    this.#findings = findings;
    this.#clock = new LogClock(options.startMicros ?? 0);
  }

  row(fields: RecordFields): RowRefusal | null {
    const first = fields.text(0).trim();
    if (first.startsWith("#")) {
      this.#clock.readComment(first);
      return null;
    }
    if (first === '"StartTimestamp"') return null;
    const tag = first.startsWith(TAG) ? first.slice(TAG.length).trim() || "(no tag)" : null;
    return this.#readInterval(fields, tag, tag === null ? 0 : 1);
  }

  report(): ParseReport {
    const { refusals, warnings } = this.#findings;
    if (this.#tagged > 0 && this.#tagged < this.#accepted) {
      warnings.add(
        "intervals-without-tag",
        "Intervals without a tag count toward all requests but have no label.",
      );
    }
    return {
      format: "hdr-log",
      tool: "hdrhistogram",
      toolVersion: null,
      accepted: this.#accepted,
      refused: refusals.tally(),
      warnings: warnings.list(),
      loadModel: "unknown",
      source: "sketch",
      latencyResolutionMicros: this.#resolutionMicros,
      latencyRelativeError: this.#relativeError,
      absent: ["errors"],
      clock: this.#clock.kind,
      startedAtMicros: this.#clock.startedAtMicros,
      durationSeconds: null,
    };
  }

  #readInterval(fields: RecordFields, tag: string | null, from: number): RowRefusal | null {
    if (fields.count !== COLUMNS + from) return columnsRefusal(fields, COLUMNS + from);
    const startMicros = this.#clock.at(fieldMicros(fields, from, "s"));
    const lengthMicros = fieldMicros(fields, from + 1, "s");
    if (Number.isNaN(startMicros)) return refusal("StartTimestamp", "is not a time in seconds");
    if (!(lengthMicros > 0 && lengthMicros <= MAX_MICROS)) {
      return refusal("Interval_Length", "is not between 0 seconds and 30 days");
    }
    const decoded = decodeHistogram(fields.text(from + 3).trim(), unitMicrosOf(this.#options, "log"));
    if (typeof decoded === "string")
      return refusal("Interval_Compressed_Histogram", `cannot be read: ${decoded}`);
    this.#give(tag, startMicros, lengthMicros / 1_000_000, decoded);
    return null;
  }

  #give(tag: string | null, startMicros: number, seconds: number, decoded: DecodedHistogram): void {
    const cell = cellOf(decoded);
    this.#accepted += 1;
    if (tag !== null) {
      this.#tagged += 1;
      this.#sink.interval(this.#sink.label(tag, "request"), startMicros, seconds, cell);
    }
    this.#sink.interval(ALL_REQUESTS, startMicros, seconds, cell);
    this.#relativeError = Math.max(this.#relativeError, decoded.relativeError);
    this.#resolutionMicros = Math.max(this.#resolutionMicros, decoded.unitMicros);
  }
}

function cellOf({ count, sumMicros, minMicros, maxMicros, sketch }: DecodedHistogram): Cell {
  if (count === 0) return emptyCell();
  return {
    requests: count,
    errors: 0,
    items: count,
    bytes: 0,
    sumMicros,
    minMicros,
    maxMicros,
    distribution: { kind: "sketch", all: sketch, failed: null },
  };
}

function refusal(column: string, why: string): RowRefusal {
  return { column, reason: () => `${column} ${why}` };
}
