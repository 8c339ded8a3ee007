import { DAY_SECONDS, isPlausibleTime } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import type { SummaryMetric } from "./summary-metrics.ts";
import { reportSummary } from "./summary-report.ts";

const summaryShape = z.looseObject({
  config: z.looseObject({ duration: z.number().nonnegative().optional() }).optional(),
  // As a script sees it, and as k6's own types name it.
  metadata: z
    .looseObject({
      k6_version: z.string().optional(),
      k6Version: z.string().optional(),
      generated_at: z.string().optional(),
      generatedAt: z.string().optional(),
    })
    .optional(),
  results: z.looseObject({
    metrics: z.array(
      z.looseObject({
        name: z.string(),
        values: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});

const MAX_SECONDS = 31 * DAY_SECONDS;

/** Reads the summary that --new-machine-readable-summary asks for, exported or as given to handleSummary. */
export function readSummary(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const { config, metadata, results } = readShape(summaryShape, value, "k6 machine-readable summary");
  const metrics = new Map<string, SummaryMetric>();
  // It does not say which thresholds were met.
  for (const { name, values } of results.metrics) metrics.set(name, { values, broken: [] });
  const durationSeconds = config?.duration ?? null;
  const summary = {
    format: "k6-summary",
    toolVersion: metadata?.k6_version ?? metadata?.k6Version ?? null,
    durationSeconds,
    startedAtMicros: startOf(metadata?.generated_at ?? metadata?.generatedAt ?? "", durationSeconds),
    metrics,
  };
  return reportSummary(summary, sink, findings);
}

/** It is made when the run has ended. */
function startOf(generatedAt: string, durationSeconds: number | null): number | null {
  const endedAtMillis = Date.parse(generatedAt);
  if (!isPlausibleTime(endedAtMillis * 1_000)) return null;
  if (durationSeconds === null || durationSeconds > MAX_SECONDS) return null;
  return Math.round(endedAtMillis * 1_000 - durationSeconds * 1e6);
}
