import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { isEpochSeconds } from "../../text/sample-bounds.ts";
import { PgbenchLog } from "./pgbench-log.ts";

export const pgbenchLog: Format = {
  id: "pgbench-log",
  tool: "pgbench",
  title: "pgbench transactions (-l)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    rowParser(options, { delimiter: " ", quotes: false }, (findings) => new PgbenchLog(sink, findings)),
};

const ROW = /^\d{1,9} \d{1,15} (?:\d{1,15}|[a-z]{5,20}) \d{1,3} (\d{10}) \d{1,6}(?: \d{1,15}){0,2}$/;

function detection(head: Uint8Array): Detection {
  const lines = headLines(head, 5);
  if (lines.length === 0) return { match: false, reason: "there is no text" };
  const areRows = lines.every((line) => isEpochSeconds(ROW.exec(line)?.[1] ?? ""));
  return areRows
    ? { match: true }
    : {
        match: false,
        reason: "its lines are not client, transaction, latency, script, and a time in two parts",
      };
}
