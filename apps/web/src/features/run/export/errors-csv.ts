import type { RunFailures, RunSlowest } from "@headroom/contract";

export const ERRORS_HEAD = ["reason", "code", "label", "kind", "errors", "first_utc", "last_utc"] as const;

/** Empty times are unknown. */
export function errorsLine(failure: RunFailures["failures"][number]): (string | number | null)[] {
  const { reason, code, label, kind, times, firstAt, lastAt } = failure;
  return [reason, code, label, kind, times, firstAt, lastAt];
}

export const SLOWEST_HEAD = ["completed_utc", "label", "latency_ms", "failed", "code", "trace_id"] as const;

/** The code is empty below 400. */
export function slowestLine(request: RunSlowest["requests"][number]): (string | number | null)[] {
  const { at, label, latencyMs, failed, code, traceId } = request;
  return [at, label, latencyMs, failed ? 1 : 0, code, traceId];
}
