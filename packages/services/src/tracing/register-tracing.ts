import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { WithoutSecrets } from "./without-secrets.ts";

/** For this whole process, once. `service` is its name unless OTEL_SERVICE_NAME or OTEL_RESOURCE_ATTRIBUTES say another one. */
export function registerTracing(service: string, share: number, exporter: SpanExporter) {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": service }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new WithoutSecrets(exporter) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      await provider.shutdown();
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}
