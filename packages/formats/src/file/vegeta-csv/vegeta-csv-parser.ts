import { HeadroomError, type ParseReport, type SampleSink } from "@headroom/core";
import { Refusals, Warnings } from "../../findings.ts";
import { MAX_LINE_BYTES, type ParseOptions, type Parser } from "../../parser.ts";
import { rowsReport } from "../../rows-report.ts";
import { DelimitedFeed } from "../../text/delimited.ts";
import { Hits } from "../vegeta-gob/hits.ts";
import { QuickHits, takeRow } from "./csv-hit.ts";
import { isRow, REASON } from "./detect.ts";

/** Reads what `vegeta encode -to csv` writes. */
export class VegetaCsvParser implements Parser {
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #hits: Hits;
  readonly #feed: DelimitedFeed;

  constructor(sink: SampleSink, { maxLineBytes = MAX_LINE_BYTES }: ParseOptions) {
    const hits = new Hits(sink, this.#warnings);
    this.#hits = hits;
    this.#feed = new DelimitedFeed({
      delimiter: ",".charCodeAt(0),
      quotes: true,
      maxLineBytes,
      refusals: this.#refusals,
      warnings: this.#warnings,
      begin,
      row: (fields) => takeRow(fields, hits),
      quick: new QuickHits(hits, maxLineBytes),
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
        format: "vegeta-csv",
        tool: "vegeta",
        accepted: this.#hits.accepted,
        loadModel: "open",
      },
    );
  }
}

/** There is no header: the first line is a row, or the file is another. */
function begin(line: string, number: number, byte: number): boolean {
  if (isRow(line)) return false;
  throw new HeadroomError("format-unknown", `This is not a valid vegeta CSV: ${REASON}.`, {
    line: number,
    byte,
    hint: "Send the output of `vegeta encode -to csv`, or specify which tool wrote this one.",
  });
}
