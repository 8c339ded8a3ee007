import { ALL_REQUESTS } from "@headroom/core";
import type { AbsentFigure, Cell, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { GivenFigures } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { DROPPED } from "../k6-ndjson/requests.ts";
import { numberOf, percentilesOf, rateOf } from "./summary-metrics.ts";
import type { SummaryMetrics } from "./summary-metrics.ts";

const MILLI = 1_000;
/** A part of a metric by the one tag that is a label. */
const BY_NAME = /^(?:http_req_duration|http_reqs|http_req_failed)(\{name:(.*)\})$/;
const THRESHOLDS_NAMED = 3;

export interface K6Summary {
  format: string;
  toolVersion: string | null;
  durationSeconds: number | null;
  /** Only the newer summary says when it was made. */
  startedAtMicros: number | null;
  metrics: SummaryMetrics;
}

/** What an end-of-test summary says of the requests: of all, and of the names that thresholds asked for. */
export function reportSummary(
  { format, toolVersion, durationSeconds, startedAtMicros, metrics }: K6Summary,
  sink: SampleSink,
  { refusals, warnings }: Findings,
): ParseReport {
  const isGrpc = !metrics.has("http_reqs") && metrics.has("grpc_req_duration");
  const all = isGrpc ? grpcOf(metrics) : httpOf(metrics, "");
  const absent = absentOf(all);
  let accepted = 0;
  if (all === null) warnings.add("other-metrics", "The summary has neither http_reqs nor grpc_req_duration.");
  else {
    sink.total(ALL_REQUESTS, cellOf(all, numberOf(metrics.get("data_received"), "count") ?? 0));
    const labels = labelsOf(metrics, sink, warnings);
    accepted = 1 + labels.given;
    if (!labels.errorsTold) absent.push("label-errors");
  }
  warnOfThresholds(metrics, warnings);
  if ((numberOf(metrics.get("dropped_iterations"), "count") ?? 0) > 0)
    warnings.add("dropped-iterations", DROPPED);
  return {
    format,
    tool: "k6",
    toolVersion,
    accepted,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // Scenarios at an arrival rate send on schedule, others do not, and the file does not say which they are.
    loadModel: "unknown",
    source: Object.keys(all?.percentiles ?? {}).length > 0 ? "quoted" : "none",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent,
    clock: startedAtMicros === null ? "none" : "absolute",
    startedAtMicros,
    durationSeconds,
  };
}

interface Requests extends Omit<GivenFigures, "requests" | "errors"> {
  requests: number | null;
  errors: number | null;
}

function absentOf(all: Requests | null): AbsentFigure[] {
  if (all === null) return ["errors"];
  return [
    ...(all.requests === null ? (["requests"] as const) : []),
    ...(all.errors === null ? (["errors"] as const) : []),
  ];
}

/** The HTTP requests that a selector leaves of all: "" or "{name:home}". */
function httpOf(metrics: SummaryMetrics, selector: string): Requests | null {
  const trend = metrics.get(`http_req_duration${selector}`);
  const failed = rateOf(metrics.get(`http_req_failed${selector}`));
  const requests =
    numberOf(metrics.get(`http_reqs${selector}`), "count") ?? failed?.total ?? numberOf(trend, "count");
  if (requests === null && trend === undefined) return null;
  return {
    ...latenciesOf(metrics, `http_req_duration${selector}`),
    requests,
    errors: failed?.matches ?? null,
  };
}

/** k6 counts gRPC requests only where a script asks for the count of trends, and their failures never. */
function grpcOf(metrics: SummaryMetrics): Requests {
  return {
    ...latenciesOf(metrics, "grpc_req_duration"),
    requests: numberOf(metrics.get("grpc_req_duration"), "count"),
    errors: null,
  };
}

function latenciesOf(metrics: SummaryMetrics, name: string): Omit<GivenFigures, "requests" | "errors"> {
  const trend = metrics.get(name);
  if (trend === undefined) return {};
  const [mean, min, max] = [numberOf(trend, "avg"), numberOf(trend, "min"), numberOf(trend, "max")];
  return { mean, min, max, percentiles: percentilesOf(trend) };
}

function cellOf({ requests, errors, mean, ...figures }: Requests, bytes: number): Cell {
  // Without the number of requests their sum is not known either.
  return givenCell(
    {
      ...figures,
      requests: requests ?? 0,
      errors: errors ?? 0,
      mean: requests === null ? null : (mean ?? null),
      bytes,
    },
    MILLI,
  );
}

/** Answers how many labels there were. */
interface GivenLabels {
  given: number;
  /** Whether the file has the failures of every label. */
  errorsTold: boolean;
}

function labelsOf(metrics: SummaryMetrics, sink: SampleSink, warnings: Findings["warnings"]): GivenLabels {
  const labels = new Map<string, string>();
  for (const metric of metrics.keys()) {
    const [, selector, name] = BY_NAME.exec(metric) ?? [];
    // Behind a comma stands another tag, and then these are not all requests of the name.
    if (selector !== undefined && name !== undefined && !/,\s*\w+:/.test(name)) labels.set(name, selector);
  }
  let given = 0;
  let errorsTold = true;
  for (const [name, selector] of labels) {
    const requests = httpOf(metrics, selector);
    if (requests === null || requests.requests === null) {
      warnings.add(
        "label-uncounted",
        `The file does not contain the number of requests of ${name}, so it was skipped.`,
      );
      continue;
    }
    sink.total(sink.label(name, "request"), cellOf(requests, 0));
    given += 1;
    errorsTold &&= requests.errors !== null;
  }
  return { given, errorsTold };
}

function warnOfThresholds(metrics: SummaryMetrics, warnings: Findings["warnings"]): void {
  const broken = [...metrics].flatMap(([name, metric]) =>
    metric.broken.map((threshold) => `${name}: ${threshold}`),
  );
  const named = broken.slice(0, THRESHOLDS_NAMED).join("; ");
  const more = broken.length > THRESHOLDS_NAMED ? `; and ${broken.length - THRESHOLDS_NAMED} more` : "";
  for (const _threshold of broken) {
    warnings.add("tool-thresholds", `The script's own thresholds were not met: ${named}${more}.`);
  }
}
