import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { durationMicros, readDuration } from "../../text/unit-value.ts";

export const SUMMARY = /^Summary:\r?\n(?: {2}Name:\t.*\r?\n)? {2}Count:\t(\d+)\r?$/m;
const PERCENTILE = /^ {2}(\d{1,2}(?:\.\d{1,4})?) ?%{1,2} in (\S+ ?[a-z\u00b5\u03bc]+) *\r?$/gm;
const STATUS = /^ {2}\[(\w+)\] +(\d+) responses *\r?$/gm;
const ERROR = /^ {2}\[(\d+)\] +(\S.*)$/gm;

/** Reads the summary that ghz prints; its latencies are those of the successful calls. */
export function readGhzText(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const requests = Number(matchReport(text, SUMMARY, "ghz summary", "Count:")[0]);
  const line = (name: string) =>
    matchReport(text, new RegExp(`^ {2}${name}:\\t(.+)$`, "m"), "ghz summary", `${name}:`);
  const micros = (name: string) => durationMicros(line(name)[0] ?? "");
  const statuses = text.slice(text.search(/^Status code distribution:/m));
  const successes = sumOf(statuses, (status) => status === "OK");
  const errors = Math.max(0, requests - successes);
  const percentiles = Object.fromEntries(
    [...text.matchAll(PERCENTILE)].map(([, percent, written = ""]) => [
      `p${percent}`,
      durationMicros(written),
    ]),
  );
  const latencies =
    successes === 0
      ? {}
      : { mean: micros("Average"), min: micros("Fastest"), max: micros("Slowest"), percentiles };
  sink.total(ALL_REQUESTS, givenCell({ requests, errors, ...latencies }, 1));
  for (const [reason, times] of failuresOf(statuses)) sink.failure(ALL_REQUESTS, reason, times);
  const total = micros("Total");
  return {
    format: "ghz-text",
    tool: "ghz",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "unknown",
    source: Object.keys(percentiles).length > 0 && successes > 0 ? "quoted" : "none",
    latencyResolutionMicros: Math.max(1, readDuration(line("Average")[0] ?? "")?.stepMicros ?? 1),
    // Each figure has two decimals of a unit of its own: the step is that of the mean, a longer one's is larger.
    latencyRelativeError: 0.005,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: total === null ? null : total / 1e6,
  };
}

function sumOf(statuses: string, counts: (status: string) => boolean): number {
  return [...statuses.matchAll(STATUS)].reduce(
    (sum, [, status = "", times]) => sum + (counts(status) ? Number(times) : 0),
    0,
  );
}

/** By their errors, where they are listed, else by their statuses. */
function failuresOf(statuses: string): [string, number][] {
  const at = statuses.search(/^Error distribution:/m);
  if (at >= 0) {
    return [...statuses.slice(at).matchAll(ERROR)].map(([, times, reason = ""]) => [
      reason.trim(),
      Number(times),
    ]);
  }
  const failed = [...statuses.matchAll(STATUS)].filter(([, status]) => status !== "OK");
  return failed.map(([, status = "", times]) => [status, Number(times)]);
}
