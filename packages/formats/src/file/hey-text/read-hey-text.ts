import { ALL_REQUESTS, HeadroomError, SECOND_MICROS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { goErrorReason } from "../../text/go-error.ts";
import { matchReport } from "../../text/report-match.ts";

/** Four decimals of seconds. */
const RESOLUTION_MICROS = 100;
/** Some versions print two percent signs. */
const PERCENTILE = /^ {2}(\d{1,2})%{1,2} in (\d{1,9}\.\d{1,9}) secs$/gm;
const STATUS = /^ {2}\[(\d{1,3})\]\t(\d{1,15}) responses$/gm;
const MAX_LISTED = 1_000_000;
const ERRORS = "Error distribution:";
const ERROR = /^ {2}\[(\d{1,15})\]\t(.{1,2000})/gm;

/** Reads what `hey` prints. Its latencies are of requests that were answered; it lists the others by their error. */
export function readHeyText(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const report = text.replaceAll("\r\n", "\n");
  const statuses = [...report.matchAll(STATUS)].map(
    ([, code, times]) => [Number(code), Number(times)] as const,
  );
  const answered = sum(statuses.map(([, times]) => times));
  const errors = errorsOf(report);
  const unanswered = sum([...errors.values()]);
  const duration = secondsOf(report, "Total") ?? 0;
  if (answered > 0 && unanswered > 0) {
    const detail = `Latencies cover the ${answered} requests that got a response; ${unanswered} failed without one.`;
    warnings.add("latencies-of-answers", detail);
  }
  const counts = {
    requests: requestsOf(report, duration, answered + unanswered, warnings),
    errors: unanswered + sum(statuses.map(([code, times]) => (code >= 400 ? times : 0))),
    bytes: Number(/^ {2}Total data:\t(\d{1,15}) bytes$/m.exec(report)?.[1] ?? 0),
  };
  // Without an answer the extremes are printed as 0.
  const figures = answered === 0 ? counts : { ...counts, ...latenciesOf(report) };
  sink.total(ALL_REQUESTS, givenCell(figures, SECOND_MICROS));
  for (const [code, times] of statuses) if (code >= 400) sink.failure(ALL_REQUESTS, String(code), times);
  for (const [reason, times] of errors) sink.failure(ALL_REQUESTS, reason, times);
  return {
    format: "hey-text",
    tool: "hey",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: answered === 0 ? "none" : "quoted",
    latencyResolutionMicros: RESOLUTION_MICROS,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: duration,
  };
}

/** As its rate and duration say, which hold all; its lists hold the first million, or less if the report was cut. */
function requestsOf(
  report: string,
  duration: number,
  listed: number,
  warnings: Findings["warnings"],
): number {
  const [rate = ""] = matchReport(
    report,
    /^ {2}Requests\/sec:\t *(\d{1,15}\.\d{1,9})$/m,
    "hey report",
    "Requests/sec:",
  );
  const sent = Number(rate) * duration;
  // The duration is rounded to four decimals.
  if (Math.abs(sent - listed) <= Number(rate) * 0.0001 + 1) return listed;
  if (listed >= MAX_LISTED) {
    const detail = `hey keeps only the first ${MAX_LISTED} requests. Latencies and statuses cover only these; errors of other requests are unknown.`;
    warnings.add("first-million", detail);
    return Math.round(sent);
  }
  throw new HeadroomError(
    "file-unreadable",
    `This hey report lists ${listed} of ${Math.round(sent)} requests.`,
    {
      hint: "Send the complete report that hey printed after the run.",
    },
  );
}

function latenciesOf(report: string) {
  const percentiles = [...report.matchAll(PERCENTILE)]
    .map(([, percent, seconds]) => [`p${Number(percent)}`, Number(seconds)] as const)
    // With few requests it prints "0% in 0.0000 secs" for those it does not know.
    .filter(([name]) => name !== "p0");
  return {
    min: secondsOf(report, "Fastest"),
    mean: secondsOf(report, "Average"),
    max: secondsOf(report, "Slowest"),
    percentiles: Object.fromEntries(percentiles),
  };
}

/** Null where it is written as NaN. */
function secondsOf(report: string, name: string): number | null {
  const pattern = new RegExp(String.raw`^ {2}${name}:\t *(\d{1,9}\.\d{1,9}|NaN) secs`, "m");
  const [written = ""] = matchReport(report, pattern, "hey report", `${name}:`);
  return written === "NaN" ? null : Number(written);
}

/** By their reason; the list ends the report. */
function errorsOf(report: string): Map<string, number> {
  const at = report.indexOf(ERRORS);
  const errors = new Map<string, number>();
  for (const [, times, error = ""] of at < 0 ? [] : report.slice(at).matchAll(ERROR)) {
    const reason = goErrorReason(error);
    errors.set(reason, (errors.get(reason) ?? 0) + Number(times));
  }
  return errors;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
