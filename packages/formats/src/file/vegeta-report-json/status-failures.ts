import type { SampleSink } from "@headroom/core";
import { reasonOf } from "../vegeta-gob/hits.ts";

/** How many requests of a report failed, by its status codes: 0 stands for those that were never answered. */
export function failedOf(statusCodes: ReadonlyMap<string, number>): number {
  return [...statusCodes].reduce((sum, [code, times]) => sum + (isFailed(code) ? times : 0), 0);
}

/** Gives the failures by status. The report lists errors without their numbers; each names its status in front. */
export function giveFailures(
  label: number,
  statusCodes: ReadonlyMap<string, number>,
  errors: readonly string[],
  sink: SampleSink,
): void {
  const reasons = [...new Set(errors.map((error) => reasonOf(error, 0)))];
  const codes = [...statusCodes].filter(([code]) => isFailed(code));
  const unanswered = reasons.filter((reason) => !codes.some(([code]) => reason.startsWith(`${code} `)));
  for (const [code, times] of codes) {
    if (times === 0) continue;
    const named = reasons.filter((reason) => reason.startsWith(`${code} `));
    const [reason, ...others] = code === "0" ? unanswered : named;
    sink.failure(
      label,
      reason === undefined || others.length > 0 ? reasonOf("", Number(code)) : reason,
      times,
    );
  }
}

function isFailed(code: string): boolean {
  const number = Number(code);
  return number < 200 || number >= 400;
}
