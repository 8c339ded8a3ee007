import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import { jsonLineParser } from "../../text/json-lines.ts";
import type { ObjectReader } from "../../text/json-lines.ts";
import { Hits } from "../vegeta-gob/hits.ts";

/** Reads what `vegeta encode -to json` writes: one result a line. */
export function vegetaJsonParser(sink: SampleSink, options: ParseOptions): Parser {
  return jsonLineParser(options, (findings) => new VegetaResults(sink, findings));
}

class VegetaResults implements ObjectReader {
  readonly #dates = new DateReader();
  readonly #hits: Hits;

  constructor(sink: SampleSink, findings: Findings) {
    this.#hits = new Hits(sink, findings);
  }

  report(): ParseReport {
    return this.#hits.report("vegeta-json");
  }

  object(result: Record<string, unknown>): RowRefusal | null {
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
