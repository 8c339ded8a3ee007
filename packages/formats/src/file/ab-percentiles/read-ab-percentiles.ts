import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";

export const HEADER = "Percentage served,Time in ms";
const ROW = /^(\d{1,3}),(\d{1,12}\.\d{3})$/;
/** Some versions end before the largest value, the row of 100. */
const MIN_ROWS = 100;
const MAX_ROWS = 101;

/** Reads what `ab -e` writes: every whole percentile, and nothing of how many requests there were. */
export function readAbPercentiles(
  text: string,
  sink: SampleSink,
  { refusals, warnings }: Findings,
): ParseReport {
  const lines = text.trim().split(/\r?\n/);
  if (lines[0]?.trim() !== HEADER) throw unreadable(`its first line is not "${HEADER}"`);
  const percentiles = Object.fromEntries(lines.slice(1).map(percentileOf));
  const rows = lines.length - 1;
  if (rows < MIN_ROWS || rows > MAX_ROWS) throw unreadable(`it has ${rows} rows instead of ${MAX_ROWS}`);
  sink.total(ALL_REQUESTS, givenCell({ requests: 0, percentiles }, 1_000));
  return {
    format: "ab-percentiles",
    tool: "ab",
    toolVersion: null,
    accepted: rows,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: "quoted",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: ["requests", "errors"],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: null,
  };
}

/** The rows count up from 0. */
function percentileOf(line: string, index: number): [string, number] {
  const match = ROW.exec(line.trimEnd());
  if (match === null || Number(match[1]) !== index) {
    throw unreadable(`line ${index + 2} is not the row for ${index}%: ${quoted(line)}`);
  }
  return [`p${index}`, Number(match[2])];
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This is not a valid ab percentile table: ${why}.`, {
    hint: "Send the complete file that `ab -e` writes.",
  });
}
