import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { durationMicros, readDuration } from "../../text/unit-value.ts";
import type { WrittenDuration } from "../../text/unit-value.ts";

export const REQUESTS_LINE =
  /^requests: (\d+) total, (\d+) started, (\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored(?:, (\d+) timeout)?/m;
export const TIME_LINE = /^([ \t]+min .*)\r?\n(?:time for )?request *:(.*)$/m;
const STATUS_LINE = /^status codes: \d+ 2xx, \d+ 3xx, (\d+) 4xx, (\d+) 5xx/m;
const TRAFFIC_LINE = /^traffic: [^(\n]*\((\d+)\) total/m;
const FINISHED_LINE = /^finished in (\S+),/m;

/** The columns of its table of times; later versions have percentiles among them. */
const COLUMNS: Readonly<Record<string, string>> = { median: "p50", p90: "p90", p95: "p95", p99: "p99" };

/** Reads what h2load prints. Failed requests are those with a status of 4xx or 5xx and those that got no answer. */
export function readH2load(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const counts = readCounts(text);
  const times = timesOf(text);
  const bytes = Number(TRAFFIC_LINE.exec(text)?.[1] ?? 0);
  const latencies = counts.done === counts.errored ? {} : latenciesOf(times);
  sink.total(
    ALL_REQUESTS,
    givenCell({ requests: counts.done, errors: counts.failed, bytes, ...latencies }, 1),
  );
  giveFailures(text, counts, sink);
  return {
    format: "h2load-text",
    tool: "h2load",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: [...times.keys()].some((column) => column in COLUMNS) ? "quoted" : "none",
    latencyResolutionMicros: Math.max(1, times.get("mean")?.stepMicros ?? 1),
    // Each figure has two decimals of a unit of its own: the step is that of the mean, a longer one's is larger.
    latencyRelativeError: 0.005,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: durationOf(text),
  };
}

interface Counts {
  done: number;
  failed: number;
  /** Failed requests without an answer, including timeouts. */
  errored: number;
  timeouts: number;
}

function readCounts(text: string): Counts {
  const counts = matchReport(text, REQUESTS_LINE, "h2load report", "requests:").map(Number);
  const [, , done = 0, , failed = 0, errored = 0, timeouts = 0] = counts;
  // Earlier versions don't write timeouts.
  return { done, failed, errored, timeouts: timeouts || 0 };
}

function durationOf(text: string): number | null {
  const micros = durationMicros(FINISHED_LINE.exec(text)?.[1] ?? "");
  return micros === null ? null : micros / 1e6;
}

function giveFailures(text: string, counts: Counts, sink: SampleSink): void {
  const [, status4xx = 0, status5xx = 0] = (STATUS_LINE.exec(text) ?? []).map(Number);
  for (const [reason, number] of [
    ["4xx", status4xx],
    ["5xx", status5xx],
    ["timeout", counts.timeouts],
    ["no answer", counts.errored - counts.timeouts],
  ] as const) {
    if (number > 0) sink.failure(ALL_REQUESTS, reason, number);
  }
}

/** The row of the requests by the names of its columns. */
function timesOf(text: string): Map<string, WrittenDuration> {
  const [names = "", values = ""] = matchReport(text, TIME_LINE, "h2load report", "time for request:");
  const written = values.trim().split(/ +/);
  const times = new Map<string, WrittenDuration>();
  names
    .trim()
    .split(/ +/)
    .forEach((name, column) => {
      const time = readDuration(written[column] ?? "");
      if (time !== null) times.set(name, time);
    });
  return times;
}

function latenciesOf(times: Map<string, WrittenDuration>) {
  const micros = (column: string) => times.get(column)?.micros ?? null;
  const percentiles = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, name]) => [name, micros(column)]),
  );
  return { min: micros("min"), max: micros("max"), mean: micros("mean"), percentiles };
}
