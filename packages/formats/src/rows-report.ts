import type { ParseReport } from "@headroom/core";
import type { Findings } from "./text/document.ts";

type Own = Pick<ParseReport, "format" | "tool" | "accepted" | "loadModel"> & Partial<ParseReport>;

/** The report of a file of rows. The defaults suit most: every request is in it, to the microsecond, with an absolute time. */
export function rowsReport({ refusals, warnings }: Findings, own: Own): ParseReport {
  return {
    toolVersion: null,
    refused: refusals.tally(),
    warnings: warnings.list(),
    source: "samples",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: [],
    clock: "absolute",
    startedAtMicros: null,
    durationSeconds: null,
    ...own,
  };
}
