import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { isEpochSeconds } from "../../text/sample-bounds.ts";
import { rowParser } from "../../text/row-parser.ts";
import { H2loadLog } from "./h2load-log.ts";

export const h2loadLog: Format = {
  id: "h2load-log",
  tool: "h2load",
  title: "h2load requests (--log-file)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    rowParser(options, { delimiter: "\t", quotes: false }, (findings) => new H2loadLog(sink, findings)),
};

const ROW = /^(\d{10})\d{6}\t(-1|\d{3})\t\d{1,12}$/;

function detection(head: Uint8Array): Detection {
  const lines = headLines(head, 5);
  if (lines.length === 0) return { match: false, reason: "there is no text" };
  const areRows = lines.every((line) => isEpochSeconds(ROW.exec(line)?.[1] ?? ""));
  return areRows
    ? { match: true }
    : {
        match: false,
        reason: "its lines are not epoch microseconds, status and duration, separated by tabs",
      };
}
