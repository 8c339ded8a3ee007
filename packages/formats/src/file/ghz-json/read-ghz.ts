import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import { givenCell } from "../../given-cell.ts";
import { DateReader } from "../../text/date-reader.ts";
import type { Findings } from "../../text/document.ts";
import { FailureTally } from "../../text/failure-tally.ts";
import { readShape } from "../../text/json-shape.ts";
import { warnBelowRate } from "../../text/requested-rate.ts";
import { reportShape } from "./report-shape.ts";
import type { Detail, GhzReport } from "./report-shape.ts";

const NANOS = 0.001;

/** Reads what `ghz -O json` and `-O pretty` write: its calls one by one, or its figures where it lists none. */
export function readGhz(value: unknown, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const report = readShape(reportShape, value, "ghz report");
  const call = report.options?.call ?? "";
  const label = call === "" ? ALL_REQUESTS : sink.label(call, "request");
  const details = report.details ?? [];
  const hasCalls = details.length > 0;
  if (hasCalls) addDetails(details, label, sink);
  else for (const number of new Set([ALL_REQUESTS, label])) giveTotal(report, number, sink);
  warnBelowRate({ requested: requestedRate(report), sent: report.count / (report.total / 1e9) }, warnings);
  return {
    format: "ghz-json",
    tool: "ghz",
    toolVersion: null,
    accepted: Math.max(1, details.length),
    refused: refusals.tally(),
    warnings: warnings.list(),
    // At a rate, too, its workers wait for an answer before they call again, unless it is told not to.
    loadModel: report.options?.async === true ? "open" : "closed",
    source: hasCalls ? "samples" : summarySource(report),
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: [],
    clock: hasCalls ? "absolute" : "none",
    startedAtMicros: null,
    durationSeconds: report.total / 1e9,
  };
}

/** With steps or a slope, the rate changes on the way. */
function requestedRate({ options }: GhzReport): number | null {
  const constant = (options?.["load-schedule"] ?? "const") === "const";
  return constant ? (options?.rps ?? null) : null;
}

function summarySource({ latencyDistribution }: GhzReport): "quoted" | "none" {
  return (latencyDistribution ?? []).length > 0 ? "quoted" : "none";
}

function addDetails(details: readonly Detail[], label: number, sink: SampleSink): void {
  const failures = new FailureTally(sink, () => {});
  const dates = new DateReader();
  details.forEach(({ timestamp, latency, status, error }, at) => {
    const bytes = Buffer.from(timestamp);
    const startMicros = dates.read(bytes, 0, bytes.length);
    if (Number.isNaN(startMicros)) throw notATime(timestamp, at);
    const latencyMicros = Math.round(latency * NANOS);
    const failed = status !== "OK";
    const completedMicros = startMicros + latencyMicros;
    if (failed) failures.addText(label, completedMicros, error || status);
    sink.add(label, completedMicros, latencyMicros, failed, 1, 0);
  });
  failures.end();
}

function notATime(timestamp: string, at: number): HeadroomError {
  const field = `details.${at}.timestamp`;
  return new HeadroomError(
    "file-unreadable",
    `This is not a valid ghz report: ${field}: ${quoted(timestamp)} is not a time.`,
    {
      field,
    },
  );
}

/** Its latencies are those of the successful calls. */
function giveTotal(report: GhzReport, label: number, sink: SampleSink): void {
  const { average: mean, fastest: min, slowest: max, latencyDistribution, statusCodeDistribution } = report;
  const successes = statusCodeDistribution.OK ?? 0;
  const percentiles = Object.fromEntries(
    (latencyDistribution ?? []).map(({ percentage, latency }) => [`p${percentage}`, latency]),
  );
  const counts = { requests: report.count, errors: Math.max(0, report.count - successes) };
  const latencies = successes === 0 ? {} : { mean, min, max, percentiles };
  sink.total(label, givenCell({ ...counts, ...latencies }, NANOS));
  const reasons = report.errorDistribution ?? {};
  const failures = Object.keys(reasons).length > 0 ? reasons : statusCodeDistribution;
  for (const [reason, times] of Object.entries(failures)) {
    if (reason !== "OK" && times > 0) sink.failure(label, reason, times);
  }
}
