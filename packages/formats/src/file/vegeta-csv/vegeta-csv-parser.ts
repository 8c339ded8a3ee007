import { HeadroomError, type ParseReport, type SampleSink } from "@headroom/core";
import { quoted, Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { DelimitedFeed, type RowRefusal } from "../../text/delimited.ts";
import { readDecimal } from "../../text/decimal.ts";
import type { RecordFields } from "../../text/record.ts";
import { Hits } from "../vegeta-gob/hits.ts";
import { isRow, REASON } from "./detect.ts";

const COMMA = 44;
const NAMES = ["timestamp", "code", "latency", "bytes out", "bytes in"];
const COLUMNS_LEAST = 6;
const BYTES_IN = 4;
const ERROR = 5;
const ATTACK = 7;
const METHOD = 9;
const URL = 10;

/** Reads what `vegeta encode -to csv` writes. Older versions write fewer columns, in the same order. */
export class VegetaCsvParser implements Parser {
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #hits: Hits;
  readonly #feed: DelimitedFeed;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#hits = new Hits(sink, this.#warnings);
    this.#feed = new DelimitedFeed({
      delimiter: COMMA,
      quotes: true,
      maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
      refusals: this.#refusals,
      warnings: this.#warnings,
      begin: (line, number, byte) => begin(line, number, byte),
      row: (fields) => this.#read(fields),
    });
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    this.#hits.end();
    return {
      format: "vegeta-csv",
      tool: "vegeta",
      toolVersion: null,
      accepted: this.#hits.accepted,
      refused: this.#refusals.tally(),
      warnings: this.#warnings.list(),
      loadModel: "open",
      latencyResolutionMicros: 1,
      source: "samples",
      latencyRelativeError: 0,
      absent: [],
      clock: "absolute",
      startedAtMicros: null,
      durationSeconds: null,
    };
  }

  #read(fields: RecordFields): RowRefusal | null {
    const hits = this.#hits;
    if (fields.count < COLUMNS_LEAST) {
      const { count } = fields;
      return { column: null, reason: () => `has ${count} of at least ${COLUMNS_LEAST} columns` };
    }
    for (let column = 1; column <= BYTES_IN; column++) {
      if (!Number.isInteger(fields.number(column))) return refusal(fields, column);
    }
    hits.clear();
    hits.startMicros = microsOf(fields);
    if (Number.isNaN(hits.startMicros)) return refusal(fields, 0);
    hits.code = fields.number(1);
    hits.latencyMicros = Math.round(fields.number(2) / 1_000);
    hits.bytesIn = fields.number(BYTES_IN);
    const { bytes } = fields;
    hits.error.set(bytes, fields.from(ERROR), fields.to(ERROR));
    hits.attack.set(bytes, fields.from(ATTACK), fields.to(ATTACK));
    hits.method.set(bytes, fields.from(METHOD), fields.to(METHOD));
    hits.url.set(bytes, fields.from(URL), fields.to(URL));
    return hits.take();
  }
}

function begin(line: string, number: number, byte: number): boolean {
  if (isRow(line)) return false;
  throw new HeadroomError("format-unknown", `This is no CSV of vegeta: ${REASON}.`, {
    line: number,
    byte,
    hint: "Send what `vegeta encode -to csv` writes, or name the tool that wrote this one.",
  });
}

/** Nineteen digits are more than a double holds: the last three, below a microsecond, are cut off first. */
function microsOf(fields: RecordFields): number {
  const from = fields.from(0);
  const to = fields.to(0) - 3;
  if (to - from < 1 || to - from > 16) return Number.NaN;
  for (let at = from; at < to + 3; at++) {
    const digit = (fields.bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
  }
  // The first digit apart, since fifteen are what is read without a string.
  const split = Math.max(from, to - 15);
  const high = split > from ? readDecimal(fields.bytes, from, split) : 0;
  return high * 10 ** (to - split) + readDecimal(fields.bytes, split, to);
}

function refusal(fields: RecordFields, column: number): RowRefusal {
  const name = NAMES[column] ?? "";
  return { column: name, reason: () => `${name} is no whole number: ${quoted(fields.text(column))}` };
}
