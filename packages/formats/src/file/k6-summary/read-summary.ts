import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import type { SummaryMetric } from "./summary-metrics.ts";
import { reportSummary } from "./summary-report.ts";

const thresholdShape = z.looseObject({ source: z.string().optional(), ok: z.boolean().optional() });
const summaryShape = z.looseObject({
  config: z.looseObject({ duration: z.number().nonnegative().optional() }).optional(),
  metadata: z.looseObject({ k6_version: z.string().optional() }).optional(),
  results: z.looseObject({
    metrics: z.array(
      z.looseObject({
        name: z.string(),
        values: z.record(z.string(), z.unknown()),
        thresholds: z.array(thresholdShape).optional(),
      }),
    ),
  }),
});

/** Reads the summary that --new-machine-readable-summary asks for, exported or as given to handleSummary. */
export function readSummary(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const { config, metadata, results } = readShape(summaryShape, value, "machine-readable summary of k6");
  const metrics = new Map<string, SummaryMetric>();
  for (const { name, values, thresholds = [] } of results.metrics) {
    const broken = thresholds.filter(({ ok }) => ok === false).map(({ source = "a threshold" }) => source);
    metrics.set(name, { values, broken });
  }
  const summary = {
    format: "k6-summary",
    toolVersion: metadata?.k6_version ?? null,
    durationSeconds: config?.duration ?? null,
    metrics,
  };
  return reportSummary(summary, sink, findings);
}
