import { ALL_REQUESTS, type ParseReport, type SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { durationMicros, readByteSize } from "../../text/unit-value.ts";
import { readLatencies, type WrkLatencies } from "./latencies.ts";

export const RUNNING = /^Running \S{1,20} test @ \S/;
const EVERY_RUNNING = new RegExp(RUNNING, "gm");
const REPORT = "report of wrk";
/** What only wrk2 prints: its calibration, after ten seconds, and its histograms. */
const WRK2 = /^ {2}(?:Thread calibration: mean lat|Latency Distribution \(HdrHistogram)/m;
const SOCKET_ERRORS =
  /^ {2}Socket errors: connect (\d{1,15}), read (\d{1,15}), write (\d{1,15}), timeout (\d{1,15})$/m;
const SOCKET_ERROR_NAMES = ["connect", "read", "write", "timeout"];
const NOT_OK = /^ {2}Non-2xx or 3xx responses: (\d{1,15})$/m;

/** Reads what wrk and wrk2 print, whatever a script prints around it. */
export function readWrkText(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const report = lastReport(text.replaceAll("\r\n", "\n"), findings);
  const [written = "", duration = "", size = ""] = matchReport(
    report,
    /^ {2}(\d{1,15}) requests in (\S{1,20}), (\S{1,20}) read$/m,
    REPORT,
    "requests in … read",
  );
  const requests = Number(written);
  const [rate = ""] = matchReport(
    report,
    /^Requests\/sec: +(\d{1,15}\.\d\d|-?nan|inf)$/m,
    REPORT,
    "Requests/sec",
  );
  const latencies = requests === 0 ? null : readLatencies(report, findings);
  const notOk = NOT_OK.exec(report)?.[1];
  const errors = Number(notOk ?? 0);
  const counts = { requests, errors, bytes: readByteSize(size, 1_024) ?? 0 };
  sink.total(ALL_REQUESTS, givenCell(latencies === null ? counts : { ...counts, ...latencies }, 1));
  if (errors > 0) sink.failure(ALL_REQUESTS, "status 400 or above", errors);
  giveSocketErrors(report, sink, findings);
  const isWrk2 = WRK2.test(report);
  return {
    format: "wrk-text",
    tool: isWrk2 ? "wrk2" : "wrk",
    toolVersion: null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
    // wrk2 sends at a rate and counts latency from the moment at which a request was due.
    loadModel: isWrk2 ? "open" : "closed",
    source: latencies === null ? "none" : sourceOf(latencies),
    latencyResolutionMicros: latencies?.stepMicros ?? 1,
    // Two decimals of whichever unit gives at least 1.
    latencyRelativeError: 0.005,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: secondsOf(requests, Number(rate), duration),
  };
}

function lastReport(text: string, { warnings }: Findings): string {
  const starts = [...text.matchAll(EVERY_RUNNING)].map(({ index }) => index);
  if (starts.length > 1) {
    warnings.add("several-runs", `The file holds ${starts.length} reports of wrk; the last was read.`);
  }
  return text.slice(starts.at(-1) ?? 0);
}

function sourceOf({ percentiles }: WrkLatencies): ParseReport["source"] {
  return Object.keys(percentiles).length === 0 ? "none" : "quoted";
}

/** The rate has more digits than the duration, which is written as "2.00m". */
function secondsOf(requests: number, rate: number, duration: string): number | null {
  if (rate > 0) return requests / rate;
  const micros = durationMicros(duration);
  return micros === null ? null : micros / 1e6;
}

/** A request whose connection broke, or that took long, may or may not have been counted: these stand beside. */
function giveSocketErrors(report: string, sink: SampleSink, { warnings }: Findings): void {
  const counts = (SOCKET_ERRORS.exec(report) ?? []).slice(1).map(Number);
  const known = counts.flatMap((times, at) =>
    times > 0 ? [{ name: SOCKET_ERROR_NAMES[at] ?? "", times }] : [],
  );
  if (known.length === 0) return;
  for (const { name, times } of known) sink.failure(ALL_REQUESTS, `socket error: ${name}`, times);
  const list = known.map(({ name, times }) => `${name} ${times}`).join(", ");
  warnings.add("socket-errors", `wrk counts socket errors beside the requests, not among them: ${list}.`);
}
