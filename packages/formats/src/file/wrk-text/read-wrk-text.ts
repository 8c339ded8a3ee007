import { ALL_REQUESTS } from "@headroom/core";
import type { Cell, Distribution, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { durationMicros, readByteSize } from "../../text/unit-value.ts";
import { wholeBuckets } from "../../text/whole-buckets.ts";
import { readLatencies } from "./latencies.ts";
import type { WrkLatencies } from "./latencies.ts";

export const RUNNING = /^Running \S{1,20} test @ \S/;
const EVERY_RUNNING = new RegExp(RUNNING, "gm");
const REPORT = "wrk report";
/** What only wrk2 prints: its calibration, after ten seconds, and its histograms. */
const WRK2 = /^ {2}(?:Thread calibration: mean lat|Latency Distribution \(HdrHistogram)/m;
const NOT_OK = /^ {2}Non-2xx or 3xx responses: (\d{1,15})$/m;

/** Reads what wrk and wrk2 print, whatever a script prints around it. */
export function readWrkText(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const report = lastReport(text.replaceAll("\r\n", "\n"), findings);
  const { requests, duration, bytes, rate } = totalsOf(report);
  const isWrk2 = WRK2.test(report);
  const notOk = Number(NOT_OK.exec(report)?.[1] ?? 0);
  if (notOk > 0) sink.failure(ALL_REQUESTS, "status 400 or above", notOk);
  const { unanswered, timeouts } = giveSocketErrors(report, sink, findings);
  // wrk2 puts late answers into its latencies as any others.
  const late = isWrk2 ? 0 : timeouts;
  const latencies = requests === 0 || late === requests ? null : readLatencies(report, findings);
  const counts = {
    requests: requests + unanswered,
    errors: notOk + unanswered,
    bytes,
  };
  const cell = cellOf(counts, latencies, requests, late);
  sink.total(ALL_REQUESTS, cell);
  if (timeouts > 0) warnOfTimeouts(timeouts, requests, isWrk2, findings);
  return {
    format: "wrk-text",
    tool: isWrk2 ? "wrk2" : "wrk",
    toolVersion: null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
    // wrk2 sends at a rate and counts latency from the moment at which a request was due.
    loadModel: isWrk2 ? "open" : "closed",
    source: cell.distribution.kind,
    latencyResolutionMicros: latencies?.stepMicros ?? 1,
    // Two decimals of whichever unit gives at least 1.
    latencyRelativeError: 0.005,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: secondsOf(requests, rate, duration),
  };
}

function totalsOf(report: string): { requests: number; duration: string; bytes: number; rate: number } {
  const [requests = "", duration = "", size = ""] = matchReport(
    report,
    /^ {2}(\d{1,15}) requests in (\S{1,20}), (\S{1,20}) read$/m,
    REPORT,
    "requests in … read",
  );
  const [rate = ""] = matchReport(
    report,
    /^Requests\/sec: +(\d{1,15}\.\d\d|-?nan|inf)$/m,
    REPORT,
    "Requests/sec",
  );
  return { requests: Number(requests), duration, bytes: readByteSize(size, 1_024) ?? 0, rate: Number(rate) };
}

function lastReport(text: string, { warnings }: Findings): string {
  const starts = [...text.matchAll(EVERY_RUNNING)].map(({ index }) => index);
  if (starts.length > 1) {
    warnings.add("several-runs", `The file contains ${starts.length} wrk reports; the last one was used.`);
  }
  return text.slice(starts.at(-1) ?? 0);
}

/**
 * An answer that came after wrk's timeout is among its requests and not among its latencies. So its average and maximum
 * are of the others; and its percentiles, which are too, are the bounds of buckets, with the late answers above them.
 */
function cellOf(
  counts: { requests: number; errors: number; bytes: number },
  latencies: WrkLatencies | null,
  answered: number,
  late: number,
): Cell {
  if (latencies === null) return givenCell(counts, 1);
  if (late === 0 || late > answered) return givenCell({ ...counts, ...latencies }, 1);
  return { ...givenCell(counts, 1), distribution: bucketsOf(latencies, answered - late, late) };
}

function bucketsOf({ percentiles, max }: WrkLatencies, recorded: number, late: number): Distribution {
  const quoted = Object.entries(percentiles)
    .map(([name, micros]) => ({ rank: Math.ceil((Number(name.slice(1)) / 100) * recorded), micros }))
    .toSorted((a, b) => a.rank - b.rank);
  const ends = [...quoted, { rank: recorded, micros: max }];
  const counts = ends.map(({ rank }, at) => rank - (ends[at - 1]?.rank ?? 0));
  return wholeBuckets(
    ends.map(({ micros }) => micros),
    [...counts, late],
  );
}

function warnOfTimeouts(timeouts: number, requests: number, isWrk2: boolean, { warnings }: Findings): void {
  const detail = isWrk2
    ? `wrk2 found ${timeouts} times that a response had not arrived before its timeout.`
    : `${timeouts} of ${requests} responses arrived after wrk's timeout (2 s, or --timeout). wrk excludes them from its latencies, so percentiles are only known as ranges, and average and maximum are unknown.`;
  warnings.add("timeouts", detail);
}

/** The rate has more digits than the duration, which is written as "2.00m". */
function secondsOf(requests: number, rate: number, duration: string): number | null {
  if (rate > 0) return requests / rate;
  const micros = durationMicros(duration);
  return micros === null ? null : micros / 1e6;
}

const LINE =
  /^ {2}Socket errors: connect (\d{1,15}), read (\d{1,15}), write (\d{1,15}), timeout (\d{1,15})$/m;
const NAMES = ["connect", "read", "write"];

/** What wrk counts beside its requests, or in them and beside its latencies. */
interface SocketErrors {
  /** Requests that got no answer. wrk counts a request when its answer is whole, so these are in none of its figures. */
  unanswered: number;
  timeouts: number;
}

/** Reads the line of socket errors, which only reports with such errors have, and gives them as failures. */
function giveSocketErrors(report: string, sink: SampleSink, { warnings }: Findings): SocketErrors {
  const [connect = 0, read = 0, write = 0, timeouts = 0] = (LINE.exec(report) ?? []).slice(1).map(Number);
  const broken = [connect, read, write];
  const unanswered = broken.reduce((sum, times) => sum + times, 0);
  const told = broken.flatMap((times, at) => (times > 0 ? [{ name: NAMES[at] ?? "", times }] : []));
  for (const { name, times } of told) sink.failure(ALL_REQUESTS, `socket error: ${name}`, times);
  if (unanswered > 0) {
    const list = told.map(({ name, times }) => `${name} ${times}`).join(", ");
    const detail = `wrk does not count requests without a response. They were added as failed: ${list}.`;
    warnings.add("socket-errors", detail);
  }
  return { unanswered, timeouts };
}
