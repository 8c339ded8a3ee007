import type { ParseReport } from "@headroom/core";
import type { Findings } from "../../text/document.ts";

/** Locust rounds to two digits before it counts: 105 ms may have become 100 or 110. */
const ROUNDING = 0.05;

/** What is the same of all files of Locust: users wait for their answers, and the version is in none of them. */
export function locustReport(
  { refusals, warnings }: Findings,
  own: Pick<ParseReport, "format" | "accepted" | "source" | "absent" | "clock"> &
    Partial<Pick<ParseReport, "startedAtMicros" | "durationSeconds">>,
): ParseReport {
  return {
    tool: "locust",
    toolVersion: null,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    latencyResolutionMicros: 1_000,
    latencyRelativeError: ROUNDING,
    startedAtMicros: null,
    durationSeconds: null,
    ...own,
  };
}
