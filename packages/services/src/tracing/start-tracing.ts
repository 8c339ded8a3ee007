import { isTraced } from "./tracing-variables.ts";
import type { TracingVariables } from "./tracing-variables.ts";

export interface Tracing {
  /** Sends what is left. */
  stop(): Promise<void>;
}

const UNTRACED: Tracing = { stop: () => Promise.resolve() };

/** Sends traces of this process if there is somewhere to send them. The library isn't even loaded otherwise. */
export async function startTracing(service: string, variables: TracingVariables): Promise<Tracing> {
  if (!isTraced(variables)) return UNTRACED;
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-proto");
  const { registerTracing } = await import("./register-tracing.ts");
  return registerTracing(service, variables.OTEL_TRACES_SAMPLER_ARG, new OTLPTraceExporter());
}
