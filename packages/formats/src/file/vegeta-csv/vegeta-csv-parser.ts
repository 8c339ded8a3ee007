import { HeadroomError } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import { MAX_LINE_BYTES } from "../../parser.ts";
import type { ParseOptions, Parser } from "../../parser.ts";
import { rowParser } from "../../text/row-parser.ts";
import { Hits } from "../vegeta-gob/hits.ts";
import { QuickHits, takeRow } from "./csv-hit.ts";
import { isRow, REASON } from "./detect.ts";

/** Reads what `vegeta encode -to csv` writes. */
export function vegetaCsvParser(sink: SampleSink, options: ParseOptions): Parser {
  return rowParser(options, { delimiter: ",", quotes: true }, (findings) => {
    const hits = new Hits(sink, findings);
    return {
      begin,
      quick: new QuickHits(hits, options.maxLineBytes ?? MAX_LINE_BYTES),
      row: (fields) => takeRow(fields, hits),
      report: () => hits.report("vegeta-csv"),
    };
  });
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
