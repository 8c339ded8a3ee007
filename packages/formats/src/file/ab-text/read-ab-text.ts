import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";

const REPORT = "ab report";
const MICROS_A_MILLI = 1_000;
const SERVER_LINE = /^Server Software:/gm;
const VERSION = /^This is ApacheBench, Version (\d{1,3}(?:\.\d{1,3}){0,3})\b/m;
const FAILURES =
  /^ {3}\(Connect: (\d{1,15}), (?:Receive: (\d{1,15}), )?Length: (\d{1,15}), Exceptions: (\d{1,15})\)$/m;
const PERCENTILES = "Percentage of the requests served within a certain time (ms)";
const PERCENTILE = /^ {1,2}(\d{1,3})% +(\d{1,12})(?: \(longest request\))?$/gm;

/** Reads what `ab` prints. Its latencies are whole milliseconds, whatever the run. */
export function readAbText(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const report = lastReport(text.replaceAll("\r\n", "\n"), findings);
  const requests = countOf(report, "Complete requests");
  const failures = failuresOf(report);
  const isUntold = warnOfLengths(report, findings);
  const failed = [...failures.values()].reduce((sum, times) => sum + times, 0);
  // Connections that were never made are not among the complete ones.
  const cell = cellOf(report, requests, Math.min(failed, requests));
  const path = /^Document Path: +(\S.{0,2000})$/m.exec(report)?.[1];
  const labels = path === undefined ? [ALL_REQUESTS] : [ALL_REQUESTS, sink.label(path, "request")];
  for (const label of labels) {
    sink.total(label, cell);
    for (const [reason, times] of failures) sink.failure(label, reason, times);
  }
  const [seconds = ""] = matchReport(
    report,
    /^Time taken for tests: +(\d{1,12}\.\d{1,9}) seconds$/m,
    REPORT,
    "Time taken for tests",
  );
  return {
    format: "ab-text",
    tool: "ab",
    toolVersion: VERSION.exec(text)?.[1] ?? null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
    loadModel: "closed",
    source: cell.distribution.kind === "quoted" ? "quoted" : "none",
    latencyResolutionMicros: MICROS_A_MILLI,
    latencyRelativeError: 0,
    absent: isUntold ? [cell.errors > 0 ? "some-errors" : "errors"] : [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: Number(seconds),
  };
}

function cellOf(report: string, requests: number, errors: number): Cell {
  const bytes = Number(/^Total transferred: +(\d{1,15}) bytes$/m.exec(report)?.[1] ?? 0);
  const counts = { requests, errors, bytes };
  return givenCell(requests === 0 ? counts : { ...counts, ...latenciesOf(report) }, MICROS_A_MILLI);
}

function lastReport(text: string, { warnings }: Findings): string {
  const starts = [...text.matchAll(SERVER_LINE)].map(({ index }) => index);
  if (starts.length > 1) {
    warnings.add("several-runs", `The file contains ${starts.length} ab reports; the last one was used.`);
  }
  return text.slice(starts.at(-1) ?? 0);
}

function countOf(report: string, name: string): number {
  const [written = ""] = matchReport(
    report,
    new RegExp(String.raw`^${name}: +(\d{1,15})$`, "m"),
    REPORT,
    name,
  );
  return Number(written);
}

/** By reason, without answers of another length: those of another status are counted apart. */
function failuresOf(report: string): Map<string, number> {
  const [, connect, receive, , exceptions] = (FAILURES.exec(report) ?? []).map((times) => Number(times ?? 0));
  const write = Number(/^Write errors: +(\d{1,15})$/m.exec(report)?.[1] ?? 0);
  const failures = { "non-2xx response": notOkOf(report), connect, receive, write, exception: exceptions };
  return new Map(Object.entries(failures).flatMap(([name, times = 0]) => (times > 0 ? [[name, times]] : [])));
}

/**
 * Answers that are not as long as the first one may be of a page that varies, or were cut by a connection that broke: ab
 * calls both failed, and which they are cannot be told.
 */
function warnOfLengths(report: string, { warnings }: Findings): boolean {
  const lengths = Number(FAILURES.exec(report)?.[3] ?? 0);
  if (lengths <= notOkOf(report)) return false;
  const detail = `ab counts ${lengths} responses as failed because their length differs from the first response. The page may vary, or the connection may have broken, so the number of failures is unknown. Use -l for pages that vary.`;
  warnings.add("length-differs", detail);
  return true;
}

function notOkOf(report: string): number {
  return Number(/^Non-2xx responses: +(\d{1,15})$/m.exec(report)?.[1] ?? 0);
}

function latenciesOf(report: string) {
  const [row = ""] = matchReport(report, /^Total: +(\d[\d. ]{1,80})$/m, REPORT, "Total:");
  const figures = row.trim().split(/ +/).map(Number);
  // With -S: min, average, max. Else the deviation and the median stand in between.
  const [min = null, mean = null] = figures;
  const median = figures.length === 5 ? figures[3] : undefined;
  return { min, mean, max: figures.at(-1) ?? null, percentiles: { p50: median, ...percentilesOf(report) } };
}

/** Left out with -d. */
function percentilesOf(report: string): Record<string, number> {
  const at = report.indexOf(PERCENTILES);
  const rows = at < 0 ? [] : [...report.slice(at).matchAll(PERCENTILE)];
  const percentiles = Object.fromEntries(rows.map(([, percent, millis]) => [`p${percent}`, Number(millis)]));
  if (at >= 0 && !/^ 100% .*\(longest request\)$/m.test(report.slice(at))) {
    throw new HeadroomError("file-unreadable", "This ab report ends before its last percentile.", {
      hint: "Send the complete report that ab printed after the run.",
    });
  }
  return percentiles;
}
