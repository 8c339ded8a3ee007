import { ALL_REQUESTS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { Findings } from "../../text/document.ts";

type Counts = readonly (readonly [string, number])[];

/** Requests in flight when the time of the run was up: they neither completed nor failed. */
const ABORTED = "aborted due to deadline";

/** What oha's lists of statuses and errors come to. Gives the failures, and warns of what is in neither. */
export function giveAnswers(
  statuses: Counts,
  listedErrors: Counts,
  sink: SampleSink,
  { warnings }: Findings,
): { requests: number; errors: number; answered: number } {
  const errors = listedErrors.filter(([reason]) => reason !== ABORTED);
  const answered = sum(statuses);
  const unanswered = sum(errors);
  const aborted = sum(listedErrors) - unanswered;
  if (aborted > 0) {
    const detail = `${aborted} requests were in flight when the run ended. They are not counted as requests or errors.`;
    warnings.add("aborted-at-the-end", detail);
  }
  if (answered > 0 && unanswered > 0) {
    const detail = `Latencies cover the ${answered} requests that got a response; ${unanswered} failed without one.`;
    warnings.add("latencies-of-answers", detail);
  }
  const failed = [...statuses.filter(([code]) => Number(code) >= 400), ...errors];
  for (const [reason, times] of failed) if (times > 0) sink.failure(ALL_REQUESTS, reason, times);
  return { requests: answered + unanswered, errors: sum(failed), answered };
}

export function sum(counts: Counts): number {
  return counts.reduce((total, [, times]) => total + times, 0);
}
