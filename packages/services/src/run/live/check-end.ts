import { HeadroomError } from "@headroom/core";
import type { LiveReport, LiveWriterEnd } from "@headroom/contract";
import type { LiveWriterModel } from "@headroom/db";
import { checkEach, checkSpan } from "./check-batch.ts";
import type { LiveLimits } from "./live-limits.ts";
import { unreadable } from "./read-body.ts";

/** Refuses what couldn't become a part, before anything is closed. */
export function checkEnd(
  field: string,
  { labels, totals, span, report }: LiveWriterEnd,
  limits: LiveLimits,
): void {
  checkEach(`${field}.totals`, totals, labels.length);
  if (span !== undefined && span.firstStartMicros > span.lastCompletionMicros)
    throw unreadable(`${field}.span`, "it ends before it starts");
  if (report !== undefined) checkReport(`${field}.report`, report, limits);
}

/** The same share of lines may be refused as in an upload. */
export function checkReport(field: string, { refused, accepted }: LiveReport, limits: LiveLimits): void {
  if (refused.count === 0) return;
  if (accepted === undefined) throw unreadable(`${field}.accepted`, "it is required when lines were refused");
  const lines = accepted + refused.count;
  if (refused.count <= lines * limits.badLinesShare) return;
  throw new HeadroomError(
    "too-many-bad-lines",
    `${refused.count} of ${lines} lines could not be read as samples.`,
    {
      field: `${field}.refused`,
      hint: `Up to ${limits.badLinesShare * 100}% of lines may be unreadable; they are skipped with a warning.`,
    },
  );
}

/** Compared with what the writer sent: its span is the span of its cells. */
export function checkSpanOfWriter(
  { span }: LiveWriterEnd,
  { firstSecond, lastSecond }: LiveWriterModel,
): void {
  if (span === undefined || firstSecond === null || lastSecond === null) return;
  checkSpan(span, {
    firstStartMicros: Number(firstSecond) * 1e6,
    lastCompletionMicros: Number(lastSecond) * 1e6,
  });
}
