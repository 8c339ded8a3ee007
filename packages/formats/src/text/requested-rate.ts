import { MIN_ACHIEVED_SHARE } from "@headroom/core";
import type { Warnings } from "../findings.ts";

/** Requests a second that the tool should have sent, and those it sent; null: the file doesn't say, or there was no limit. */
export interface Rates {
  requested: number | null;
  sent: number | null;
}

/** A load that wasn't there proves nothing, so the run's verdicts have to know. */
export function warnBelowRate({ requested, sent }: Rates, warnings: Warnings): void {
  if (requested === null || sent === null || !(requested > 0)) return;
  if (sent >= requested * MIN_ACHIEVED_SHARE) return;
  warnings.add(
    "rate-not-reached",
    `${figure(requested)} requests per second were requested, and the tool sent ${figure(sent)}.`,
  );
}

function figure(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 4 });
}
