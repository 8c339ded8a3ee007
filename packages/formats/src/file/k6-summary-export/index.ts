import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import type { Findings } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readShape } from "../../text/json-shape.ts";
import { numberOf } from "../k6-summary/summary-metrics.ts";
import type { SummaryMetric, SummaryMetrics } from "../k6-summary/summary-metrics.ts";
import { reportSummary } from "../k6-summary/summary-report.ts";

export const k6SummaryExport: Format = {
  id: "k6-summary-export",
  tool: "k6",
  title: "k6 summary (--summary-export)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => read(value, sink, findings)),
};

/** Its metrics are flat, and its groups are an object; the data of handleSummary has neither. */
function detection(head: Uint8Array): Detection {
  const summary = asObject(readJsonHead(head));
  if (summary === null) return { match: false, reason: "it is not a JSON object" };
  const group = asObject(summary["root_group"]);
  const isGroup = group !== null && (asObject(group["groups"]) ?? asObject(group["checks"])) !== null;
  const [metric] = Object.values(asObject(summary["metrics"]) ?? {});
  const isFlat = metric === undefined || asObject(asObject(metric)?.["values"]) === null;
  return isGroup && isFlat
    ? { match: true }
    : {
        match: false,
        reason: "it lacks the root_group with groups by name that k6 --summary-export writes",
      };
}

const summaryShape = z.looseObject({
  metrics: z.map(z.string(), z.looseObject({ thresholds: z.record(z.string(), z.boolean()).optional() })),
});

function read(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const metricsOf = asObject(asObject(value)?.["metrics"]);
  const mapped = metricsOf === null ? value : { metrics: new Map(Object.entries(metricsOf)) };
  const summary = readShape(summaryShape, mapped, "k6 summary export");
  const metrics = new Map<string, SummaryMetric>();
  for (const [name, { thresholds = {}, ...values }] of summary.metrics) {
    // Here true says that a threshold was broken; everywhere else in k6 it says that it held.
    const broken = Object.entries(thresholds).flatMap(([threshold, isBroken]) =>
      isBroken ? [threshold] : [],
    );
    metrics.set(name, { values, broken });
  }
  return reportSummary(
    {
      format: "k6-summary-export",
      toolVersion: null,
      durationSeconds: durationOf(metrics),
      startedAtMicros: null,
      metrics,
    },
    sink,
    findings,
  );
}

/** The rate of requests is their count over the whole run. */
function durationOf(metrics: SummaryMetrics): number | null {
  const requests = metrics.get("http_reqs") ?? metrics.get("iterations");
  const count = numberOf(requests, "count");
  const rate = numberOf(requests, "rate");
  return count === null || rate === null || rate === 0 ? null : count / rate;
}
