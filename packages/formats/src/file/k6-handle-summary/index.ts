import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import type { Findings } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readShape } from "../../text/json-shape.ts";
import type { SummaryMetric } from "../k6-summary/summary-metrics.ts";
import { reportSummary } from "../k6-summary/summary-report.ts";

export const k6HandleSummary: Format = {
  id: "k6-handle-summary",
  tool: "k6",
  title: "k6 summary (the data of handleSummary)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => read(value, sink, findings)),
};

/** Its metrics have `values`, and its groups are a list; the exported summary has neither. */
function detection(head: Uint8Array): Detection {
  const data = asObject(readJsonHead(head));
  if (data === null) return { match: false, reason: "it is not a JSON object" };
  const [metric] = Object.values(asObject(data["metrics"]) ?? {});
  const hasValues = asObject(asObject(metric)?.["values"]) !== null;
  const group = asObject(data["root_group"]);
  const hasList = Array.isArray(group?.["groups"]) || Array.isArray(group?.["checks"]);
  const hasState = typeof asObject(data["state"])?.["testRunDurationMs"] === "number";
  return hasValues || (hasList && (hasState || data["metrics"] === undefined))
    ? { match: true }
    : {
        match: false,
        reason: "it lacks the metrics with values and the state.testRunDurationMs of handleSummary",
      };
}

const dataShape = z.looseObject({
  state: z.looseObject({ testRunDurationMs: z.number().nonnegative().optional() }).optional(),
  metrics: z.map(
    z.string(),
    z.looseObject({
      values: z.record(z.string(), z.unknown()),
      thresholds: z.record(z.string(), z.looseObject({ ok: z.boolean() })).optional(),
    }),
  ),
});

function read(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const object = asObject(value);
  const metricsOf = asObject(object?.["metrics"]);
  const mapped = metricsOf === null ? value : { ...object, metrics: new Map(Object.entries(metricsOf)) };
  const data = readShape(dataShape, mapped, "k6 handleSummary data");
  const metrics = new Map<string, SummaryMetric>();
  for (const [name, { values, thresholds = {} }] of data.metrics) {
    const broken = Object.entries(thresholds).flatMap(([threshold, { ok }]) => (ok ? [] : [threshold]));
    metrics.set(name, { values, broken });
  }
  const millis = data.state?.testRunDurationMs;
  const durationSeconds = millis === undefined ? null : millis / 1_000;
  return reportSummary(
    { format: "k6-handle-summary", toolVersion: null, durationSeconds, startedAtMicros: null, metrics },
    sink,
    findings,
  );
}
