import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Warnings } from "../../findings.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { allRequests, metricsShape, requestsByEndpoint } from "./metrics.ts";
import type { Metrics, Requests } from "./metrics.ts";

const PERIOD_SECONDS = 10;
const reportShape = z.object({
  aggregate: metricsShape,
  intermediate: z.array(metricsShape.extend({ period: z.coerce.number().positive() })).default([]),
});
type Period = z.infer<typeof reportShape>["intermediate"][number];

/** Reads what `artillery run --output` writes: the whole run, and its periods of ten seconds. */
export function readArtillery(
  value: unknown,
  sink: SampleSink,
  { refusals, warnings }: Findings,
): ParseReport {
  const { aggregate, intermediate } = readShape(reportShape, value, "Artillery report");
  if (aggregate.counters["http.requests"] === undefined) {
    throw new HeadroomError("file-unreadable", "This Artillery report has no http.requests counter.", {
      field: "aggregate.counters",
      hint: "Only results of the HTTP engine are supported.",
    });
  }
  giveTotals(aggregate, sink);
  const periods = intermediate.toSorted((a, b) => a.period - b.period);
  for (const period of periods) giveInterval(period, sink);
  giveUsers(periods, sink);
  warnOfSkipped(aggregate, warnings);
  const { firstMetricAt, lastMetricAt } = aggregate;
  const isTimed = typeof firstMetricAt === "number" && firstMetricAt > 0;
  return {
    format: "artillery-json",
    tool: "artillery",
    toolVersion: null,
    accepted: 1 + periods.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // Its phases let new users arrive on schedule, however long the others take.
    loadModel: "open",
    source: "quoted",
    latencyResolutionMicros: 1_000,
    // Of the sketches that it keeps.
    latencyRelativeError: 0.01,
    absent: [],
    clock: isTimed || periods.length > 0 ? "absolute" : "none",
    startedAtMicros: isTimed ? firstMetricAt * 1_000 : null,
    durationSeconds:
      isTimed && typeof lastMetricAt === "number" ? (lastMetricAt - firstMetricAt) / 1_000 : null,
  };
}

function giveTotals(metrics: Metrics, sink: SampleSink): void {
  for (const [label, { cell, failures }] of labelsOf(metrics, sink)) {
    sink.total(label, cell);
    for (const { reason, times } of failures) sink.failure(label, reason, times);
  }
}

function giveInterval(period: Period, sink: SampleSink): void {
  for (const [label, { cell }] of labelsOf(period, sink)) {
    sink.interval(label, period.period * 1_000, PERIOD_SECONDS, cell);
  }
}

function labelsOf(metrics: Metrics, sink: SampleSink): [number, Requests][] {
  const endpoints = [...requestsByEndpoint(metrics)].map(([name, requests]): [number, Requests] => [
    sink.label(name, "request"),
    requests,
  ]);
  return [[ALL_REQUESTS, allRequests(metrics)], ...endpoints];
}

/** With as many users active as maxVusers allows, those who should have come are skipped. */
function warnOfSkipped({ counters }: Metrics, warnings: Warnings): void {
  const skipped = counters["vusers.skipped"] ?? 0;
  if (skipped === 0) return;
  const created = counters["vusers.created"] ?? 0;
  warnings.add(
    "users-skipped",
    `Artillery skipped ${skipped.toLocaleString("en-US")} of ${(created + skipped).toLocaleString("en-US")} users because maxVusers was reached, so the load was lower than requested.`,
  );
}

/** Those who came and are neither done nor failed when a period ends. */
function giveUsers(periods: readonly Period[], sink: SampleSink): void {
  if (periods.length === 0) return;
  const gauge = sink.gauge("users", null);
  let users = 0;
  for (const { counters, period } of periods) {
    const of = (name: string) => counters[`vusers.${name}`] ?? 0;
    users += of("created") - of("completed") - of("failed");
    sink.measure(gauge, period * 1_000 + PERIOD_SECONDS * 1_000_000, Math.max(0, users));
  }
}
