import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Span } from "@opentelemetry/api";

const tracer = trace.getTracer("headroom");

/** One job or another work of its own, as a trace, if traces are sent anywhere. */
export function asTrace<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  const options = { kind: SpanKind.CONSUMER, attributes, root: true };
  return tracer.startActiveSpan(name, options, (span) => ended(span, work));
}

/** A part of the running trace, if there is one. It starts none: background work that runs every second would drown out the rest. */
export function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, ...attributes }: Attributes & { kind?: SpanKind },
  work: () => Promise<T>,
): Promise<T> {
  if (trace.getActiveSpan()?.isRecording() !== true) return work();
  return tracer.startActiveSpan(name, { kind, attributes }, (span) => ended(span, work));
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setAttribute("error.type", typeOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Never its message: it can have names and values of a workspace. */
function typeOf(error: unknown): string {
  const code = error instanceof Error ? Reflect.get(error, "code") : null;
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : typeof error;
}
