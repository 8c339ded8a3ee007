import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted, Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import { JsonLinesFeed } from "../../text/json-lines.ts";
import { Hits } from "../vegeta-gob/hits.ts";

/** Reads what `vegeta encode -to json` writes: one result a line. */
export class VegetaJsonParser implements Parser {
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #dates = new DateReader();
  readonly #hits: Hits;
  readonly #feed: JsonLinesFeed;

  constructor(sink: SampleSink, options: ParseOptions) {
    this.#hits = new Hits(sink, this.#warnings);
    this.#feed = new JsonLinesFeed({
      maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
      refusals: this.#refusals,
      warnings: this.#warnings,
      object: (result) => this.#read(result),
    });
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  end(): ParseReport {
    this.#feed.end();
    this.#hits.end();
    return rowsReport(
      { refusals: this.#refusals, warnings: this.#warnings },
      {
        format: "vegeta-json",
        tool: "vegeta",
        accepted: this.#hits.accepted,
        loadModel: "open",
      },
    );
  }

  #read(result: Record<string, unknown>): RowRefusal | null {
    const { timestamp, latency, code } = result;
    if (typeof timestamp !== "string")
      return { column: "timestamp", reason: () => "timestamp is not a string" };
    if (typeof latency !== "number") return { column: "latency", reason: () => "latency is not a number" };
    if (typeof code !== "number") return { column: "code", reason: () => "code is not a number" };
    const time = Buffer.from(timestamp);
    const hits = this.#hits;
    hits.clear();
    hits.startMicros = this.#dates.read(time, 0, time.length);
    if (Number.isNaN(hits.startMicros) || !this.#dates.hasZone) {
      return { column: "timestamp", reason: () => `timestamp is not an RFC 3339 time: ${quoted(timestamp)}` };
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
}
