/** An exemplar as it is on the wire, in remote write and OTLP. */
export interface WireExemplar {
  /** Null: it names no trace. */
  traceId: string | null;
  value: number;
  atMicros: number;
}

/** As OpenMetrics and the client libraries call it. */
const TRACE_LABELS: readonly string[] = ["trace_id", "traceID", "traceId", "trace.id"];

/** `labels`: names and values in turn. */
export function traceIn(labels: readonly string[]): string | null {
  const at = labels.findIndex((name, index) => index % 2 === 0 && TRACE_LABELS.includes(name));
  return at < 0 ? null : (labels[at + 1] ?? null);
}
