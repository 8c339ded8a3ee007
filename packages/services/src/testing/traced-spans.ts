import { InMemorySpanExporter } from "@opentelemetry/sdk-trace";
import { registerTracing } from "../tracing/register-tracing.ts";

/** What this process would send, from now on until it is stopped. One at a time. */
export function traceInMemory(service: string) {
  const memory = new InMemorySpanExporter();
  const tracing = registerTracing(service, 1, memory);
  return {
    /** The spans since the last call. */
    async take() {
      await tracing.flush();
      const spans = memory.getFinishedSpans();
      memory.reset();
      return spans;
    },
    stop: () => tracing.stop(),
  };
}
