import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { tagOf } from "../ghz-influx-details/detail-line.ts";

const LINE =
  /^(ghz_run,.*) count=(\d+),total=(\d+),average=(\d+),fastest=(\d+),slowest=(\d+),rps=[\d.]+(?:,median=(\d+))?(?:,p95=(\d+))?,errors=(\d+) \d+\s*$/;

/** Reads the one line of `ghz -O influx-summary`; its latencies are nanoseconds, of the successful calls. */
export function readGhzRun(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const [tags = "", ...figures] = matchReport(text.trim(), LINE, "ghz summary", "ghz_run");
  const known = (at: number) => (figures[at] === undefined ? null : Number(figures[at]));
  const [requests = 0, total = 0] = figures.map(Number);
  const errors = known(7) ?? 0;
  const percentiles = { p50: known(5), p95: known(6) };
  const latencies = errors >= requests ? {} : { mean: known(2), min: known(3), max: known(4), percentiles };
  const call = tagOf(tags, "call");
  const labels = call === "" ? [ALL_REQUESTS] : [ALL_REQUESTS, sink.label(call, "request")];
  for (const label of labels) sink.total(label, givenCell({ requests, errors, ...latencies }, 0.001));
  return {
    format: "ghz-influx-summary",
    tool: "ghz",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "unknown",
    source: percentiles.p50 === null && percentiles.p95 === null ? "none" : "quoted",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: total / 1e9,
  };
}
