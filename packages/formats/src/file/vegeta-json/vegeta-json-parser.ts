import { HeadroomError, type ParseReport, type SampleSink } from "@headroom/core";
import { quoted, Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import { asObject } from "../../text/json-head.ts";
import { LineFeed, type LineReader, NEWLINE } from "../../text/line-feed.ts";
import { decodeText } from "../../text/text-encoding.ts";
import { Hits } from "../vegeta-gob/hits.ts";

type Result = Record<string, unknown>;

/** Reads what `vegeta encode -to json` writes: one result a line. */
export class VegetaJsonParser implements Parser, LineReader {
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #dates = new DateReader();
  readonly #maxLineBytes: number;
  readonly #hits: Hits;
  readonly #feed: LineFeed;
  #line = 0;
  #lines = 0;
  #atRest = false;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#hits = new Hits(sink, this.#warnings);
    this.#feed = new LineFeed(this, this.#maxLineBytes, this.#warnings);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    if (this.#lines === 0)
      throw new HeadroomError("file-empty", "The file holds blank lines only.", { byte: 0 });
    this.#hits.end();
    return {
      format: "vegeta-json",
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

  readLines(bytes: Uint8Array, from: number, to: number, base: number): number {
    for (let at = from; at < to;) {
      const end = bytes.indexOf(NEWLINE, at) + 1;
      this.#line += 1;
      if (end - at > this.#maxLineBytes) this.#refuseLong(base + at);
      else this.#readLine(bytes.subarray(at, end), base + at);
      at = end;
    }
    return to;
  }

  refuseLong(_bytes: Uint8Array, to: number, base: number): number {
    this.#line += 1;
    this.#refuseLong(base);
    return to;
  }

  readRest(bytes: Uint8Array, to: number, base: number): void {
    this.#atRest = true;
    this.readLines(bytes, 0, to, base);
  }

  #readLine(line: Uint8Array, byte: number): void {
    const text = decodeText(line, () =>
      this.#warnings.add("latin-1", "A line is not UTF-8.", this.#line),
    ).trim();
    if (text === "") return;
    this.#lines += 1;
    const refusal = this.#read(text);
    if (refusal !== null) this.#refuse(byte, refusal);
  }

  #read(text: string): RowRefusal | null {
    const result = parsed(text);
    if (result === null) return { column: null, reason: () => `is not a JSON object: ${quoted(text)}` };
    const { timestamp, latency, code } = result;
    if (typeof timestamp !== "string")
      return { column: "timestamp", reason: () => "timestamp is not a text" };
    if (typeof latency !== "number") return { column: "latency", reason: () => "latency is not a number" };
    if (typeof code !== "number") return { column: "code", reason: () => "code is not a number" };
    const time = Buffer.from(timestamp);
    const hits = this.#hits;
    hits.clear();
    hits.startMicros = this.#dates.read(time, 0, time.length);
    if (Number.isNaN(hits.startMicros) || !this.#dates.hasZone) {
      return { column: "timestamp", reason: () => `timestamp is no RFC 3339 time: ${quoted(timestamp)}` };
    }
    hits.latencyMicros = Math.round(latency / 1_000);
    hits.code = code;
    hits.bytesIn = typeof result.bytes_in === "number" ? result.bytes_in : 0;
    for (const name of ["error", "attack", "method", "url"] as const) {
      const value = result[name];
      if (typeof value === "string") hits[name].setText(value);
    }
    return hits.take();
  }

  #refuseLong(byte: number): void {
    this.#lines += 1;
    this.#refuse(byte, { column: null, reason: () => `is longer than ${this.#maxLineBytes} bytes` });
  }

  #refuse(byte: number, { column, reason }: RowRefusal): void {
    const named = this.#atRest ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#refusals.add(this.#line, byte, column, named);
  }
}

function parsed(text: string): Result | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}
