import type { ParseReport } from "@headroom/core";
import type { Findings } from "./text/document.ts";

type Own = Pick<ParseReport, "format" | "tool" | "accepted" | "loadModel"> & Partial<ParseReport>;

/** The report of a file of rows. What `own` does not say is as in most: every request stands in it, to the microsecond, at its instant. */
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
