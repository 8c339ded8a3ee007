import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { giveSiegeRun, siegeReport } from "../siege-json/siege-run.ts";

export const SIEGE_HEADER = /^ *Date & Time, +Trans, +Elap Time,/;
const FIGURE = String.raw`, *(\d{1,15}(?:\.\d{1,6})?)`;
export const SIEGE_ROW = new RegExp(`^ *(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)${FIGURE.repeat(9)} *$`);
/** What `siege --mark` writes. */
const MARK = /^\*\*\*\* /;

/**
 * Reads the log that siege appends a line to after each run. An upload is one run, and the one just done is the last;
 * that there are earlier ones is said.
 */
export function readSiegeLog(
  text: string,
  sink: SampleSink,
  { zone }: ParseOptions,
  findings: Findings,
): ParseReport {
  const dates = new DateReader(zone);
  const lines = text.split(/\r?\n/);
  const rows = [...lines.keys()].filter((at) => isRow(lines[at] ?? ""));
  const last = rows.at(-1);
  if (last === undefined) {
    throw new HeadroomError("file-unreadable", "This siege log contains no runs.", {
      hint: "siege writes a line after each run if logging is enabled.",
    });
  }
  const { endMicros, run } = readRun(lines[last] ?? "", last + 1, dates);
  if (rows.length > 1) {
    const detail = `The log contains ${rows.length} runs; the last one was used.`;
    findings.warnings.add("several-runs", detail, last + 1);
  }
  dates.warn(findings.warnings, last + 1);
  giveSiegeRun(run, sink);
  return siegeReport("siege-log", run, findings, endMicros - run.elapsedSeconds * 1_000_000);
}

function isRow(line: string): boolean {
  return line.trim() !== "" && !SIEGE_HEADER.test(line) && !MARK.test(line);
}

function readRun(line: string, number: number, dates: DateReader) {
  const [, date = "", ...written] = SIEGE_ROW.exec(line) ?? [];
  const [transactions = 0, elapsedSeconds = 0, megabytes = 0, mean = 0, , , , successful = 0, failed = 0] =
    written.map(Number);
  const bytes = Buffer.from(date);
  const endMicros = dates.read(bytes, 0, bytes.length);
  if (Number.isNaN(endMicros)) {
    throw new HeadroomError("file-unreadable", `Line ${number} is not a siege run: ${quoted(line.trim())}.`, {
      line: number,
    });
  }
  const run = { transactions, successful, failed, elapsedSeconds, megabytes, mean, min: null, max: null };
  return { endMicros, run };
}
