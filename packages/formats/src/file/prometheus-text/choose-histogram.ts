import { HeadroomError } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";

/** Histograms of requests as libraries name them, the surest first. */
const CONVENTIONS = [
  /^http_server_request_duration_seconds$/,
  /^http_request_duration_seconds$/,
  /^http_server_requests_seconds$/,
  /_request_duration_(seconds|milliseconds|ms)$|^request_duration_(seconds|milliseconds|ms)$/,
  /_requests?_(latency_)?(seconds|milliseconds|ms)$/,
];
const UNITS = [
  [/_seconds$/, 1e6],
  [/_(milliseconds|millis|ms)$/, 1e3],
  [/_(microseconds|micros|us)$/, 1],
  [/_(nanoseconds|nanos|ns)$/, 1e-3],
] as const;
const UNIT_MICROS = { s: 1e6, ms: 1e3, us: 1, ns: 1e-3 } as const;

export interface Histogram {
  name: string;
  unitMicros: number;
}

/** The histogram that holds the requests: the one that the mapping's latency names, else the one that convention does. */
export function chooseHistogram(types: ReadonlyMap<string, string>, options: ParseOptions): Histogram {
  const histograms = [...types].filter(([, type]) => type === "histogram").map(([name]) => name);
  const wanted = options.mapping?.latency.column;
  const name = wanted === undefined ? byConvention(histograms) : named(String(wanted), histograms);
  return { name, unitMicros: unitOf(name, options) };
}

function byConvention(histograms: readonly string[]): string {
  const found = CONVENTIONS.map((convention) => histograms.filter((name) => convention.test(name)));
  const candidates = found.find((names) => names.length > 0) ?? histograms;
  const [only, ...more] = candidates;
  if (only === undefined) {
    throw new HeadroomError("file-unreadable", "The scrape has no histogram, so latencies are unknown.", {
      hint: "Send the metrics of a service that records its requests in a histogram.",
    });
  }
  if (more.length === 0) return only;
  throw new HeadroomError(
    "parameter-missing",
    `The scrape has several histograms that could be the requests: ${candidates.slice(0, 10).join(", ")}.`,
    { field: "mapping", hint: "Set one of them as the latency column of the mapping." },
  );
}

function named(wanted: string, histograms: readonly string[]): string {
  if (histograms.includes(wanted)) return wanted;
  throw new HeadroomError("parameter-unreadable", `The scrape has no histogram named ${wanted}.`, {
    field: "mapping",
    hint: `It has ${histograms.slice(0, 10).join(", ") || "none"}.`,
  });
}

function unitOf(name: string, { mapping, unit: given }: ParseOptions): number {
  const unit = mapping === undefined || mapping.latency.unit === "written" ? given : mapping.latency.unit;
  if (unit !== undefined) return UNIT_MICROS[unit];
  const [, micros] = UNITS.find(([suffix]) => suffix.test(name)) ?? [];
  if (micros !== undefined) return micros;
  throw new HeadroomError(
    "parameter-missing",
    `The name ${name} does not include the unit of its latencies.`,
    {
      field: "unit",
      hint: "Set unit= to ns, us, ms or s.",
    },
  );
}
