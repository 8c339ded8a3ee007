import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { isEpochSeconds } from "../../text/sample-bounds.ts";
import { COLUMN_COUNTS, PgbenchAggregate } from "./pgbench-aggregate.ts";

export const pgbenchAggregate: Format = {
  id: "pgbench-aggregate",
  tool: "pgbench",
  title: "pgbench intervals (--aggregate-interval)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    rowParser(options, { delimiter: " ", quotes: false }, (findings) => new PgbenchAggregate(sink, findings)),
};

const ROW = /^(\d{10})(?: \d{1,18}){5,15}$/;

function detection(head: Uint8Array): Detection {
  const lines = headLines(head, 5);
  if (lines.length === 0) return { match: false, reason: "there is no text" };
  const areRows = lines.every(
    (line) => isEpochSeconds(ROW.exec(line)?.[1] ?? "") && COLUMN_COUNTS.has(line.split(" ").length),
  );
  return areRows
    ? { match: true }
    : {
        match: false,
        reason: "its lines are not a time in seconds and the sums of an interval, separated by spaces",
      };
}
