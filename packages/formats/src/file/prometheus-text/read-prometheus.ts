import { ALL_REQUESTS, mergeAllCells, mergeCells } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { chooseHistogram } from "./choose-histogram.ts";
import { endpointLabels, nameOf, partsOf } from "./endpoint.ts";
import { counterNames, errorsOf } from "./errors.ts";
import type { Errors } from "./errors.ts";
import { seriesIn, typesIn } from "./exposition.ts";
import { histogramsOf } from "./histogram-cell.ts";
import type { LabelledHistogram } from "./histogram-cell.ts";

interface Endpoint {
  parts: readonly (string | null)[];
  cell: Cell;
}

/** Reads one scrape of a service: the histogram of its requests, and what tells of their failures. */
export function readPrometheus(
  text: string,
  sink: SampleSink,
  options: ParseOptions,
  { refusals, warnings }: Findings,
): ParseReport {
  const histogram = chooseHistogram(typesIn(text), options);
  const { byStatus, ofErrors } = counterNames(histogram.name);
  const wanted = [`${histogram.name}_bucket`, `${histogram.name}_sum`, ...byStatus, ...ofErrors];
  const series = seriesIn(text, new Set(wanted));
  const by = endpointLabels(options.mapping);
  const histograms = histogramsOf(series, histogram);
  const errors = errorsOf({ histograms, series, name: histogram.name }, by, warnings);
  const all = mergeAllCells(histograms.map(({ cell }) => cell));
  giveLabels(endpointsOf(histograms, by), errors, sink, warnings);
  sink.total(ALL_REQUESTS, { ...all, errors: errors?.all ?? 0 });
  warnings.add(
    "one-scrape",
    "A single scrape contains totals since the process started and no times. Gauges were skipped, and throughput is unknown.",
  );
  return {
    format: "prometheus-text",
    tool: "prometheus",
    toolVersion: null,
    accepted: histograms.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "unknown",
    source: "buckets",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: errors === null ? ["errors"] : [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: null,
  };
}

function endpointsOf(
  histograms: readonly LabelledHistogram[],
  by: ReturnType<typeof endpointLabels>,
): Map<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>();
  for (const { labels, cell } of histograms) {
    const parts = partsOf(labels, by);
    const name = nameOf(parts);
    if (name === null || cell.requests === 0) continue;
    const known = endpoints.get(name);
    endpoints.set(name, { parts, cell: known === undefined ? cell : mergeCells(known.cell, cell) });
  }
  return endpoints;
}

function giveLabels(
  endpoints: Map<string, Endpoint>,
  errors: Errors | null,
  sink: SampleSink,
  warnings: Findings["warnings"],
): void {
  for (const [name, { parts, cell }] of endpoints) {
    const failed = errors?.of(parts) ?? null;
    if (errors !== null && failed === null) {
      warnings.add(
        "errors-of-labels-untold",
        "Some endpoints share an error counter and were treated as error-free.",
      );
    }
    sink.total(sink.label(name, "request"), { ...cell, errors: failed ?? 0 });
  }
}
