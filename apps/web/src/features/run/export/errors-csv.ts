import type { RunFailures } from "@headroom/contract";

export const ERRORS_HEAD = ["reason", "code", "label", "kind", "errors", "first_utc", "last_utc"] as const;

/** Empty times are unknown. */
export function errorsLine(failure: RunFailures["failures"][number]): (string | number | null)[] {
  const { reason, code, label, kind, times, firstAt, lastAt } = failure;
  return [reason, code, label, kind, times, firstAt, lastAt];
}
