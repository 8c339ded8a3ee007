import { z } from "zod";

/** OpenTelemetry's own names. Its library reads the headers and the attributes from the environment. */
export const tracingVariables = {
  /** Where traces go: the base address of a collector. Without one, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The same for traces alone, with its path. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional(),
  /** The share of traces that are sent, of those that nobody else has decided about. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

const tracing = z.object(tracingVariables);
export type TracingVariables = z.output<typeof tracing>;

export function isTraced(given: TracingVariables): boolean {
  return (given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
}
