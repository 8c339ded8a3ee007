import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";

export const HEADER = /^\s*Value\(ms\)[ \t]+Percentile[ \t]+TotalCount[ \t]+1\/\(1-Percentile\)/;
const ROW = /^[ \t]*(\d{1,15}\.\d{1,9})[ \t]+([01]\.\d{6})[ \t]+(\d{1,15})[ \t]+\d+\.\d+[ \t]*$/;

interface Row {
  millis: number;
  percentile: number;
  count: number;
}

/** Reads what `vegeta report -type hdrplot` prints: a curve of percentiles, with neither failures nor times. */
export function readHdrplot(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const rows = rowsOf(text);
  const first = rows[0];
  const last = rows.at(-1);
  if (first?.percentile !== 0 || last?.percentile !== 1) {
    throw unreadable("it does not cover the range from the smallest to the largest value");
  }
  const percentiles = Object.fromEntries(
    rows.map(({ percentile, millis }) => [`p${Number((percentile * 100).toFixed(4))}`, millis]),
  );
  const extremes = { min: first.millis, max: last.millis };
  sink.total(ALL_REQUESTS, givenCell({ requests: last.count, ...extremes, percentiles }, 1_000));
  return {
    format: "vegeta-hdrplot",
    tool: "vegeta",
    toolVersion: null,
    accepted: rows.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "open",
    source: "quoted",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: ["errors"],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: null,
  };
}

function rowsOf(text: string): Row[] {
  const lines = text.trim().split(/\r?\n/);
  if (!HEADER.test(lines[0] ?? "")) throw unreadable("it has no header");
  return lines.slice(1).map((line, index) => {
    const match = ROW.exec(line);
    if (match === null) throw unreadable(`line ${index + 2} is not a valid row: ${quoted(line)}`);
    return { millis: Number(match[1]), percentile: Number(match[2]), count: Number(match[3]) };
  });
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This is not a valid vegeta percentile curve: ${why}.`, {
    hint: "Send the complete output of `vegeta report -type hdrplot`.",
  });
}
