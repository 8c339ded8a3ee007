import type { WorkspaceSettings } from "@headroom/contract";
import { SETTING_BOUNDS } from "@headroom/core";
import { between, numberIn, wholeIn } from "./typed-numbers.ts";

type Limits = Pick<WorkspaceSettings, "keepRunsDays" | "maxLabels" | "maxBadLinesShare" | "targetConfidence">;

/** As typed in the fields: empty means that the workspace sets no limit. */
export type TypedLimits = Record<keyof Limits, string>;

export type ReadLimits =
  | { ok: true; settings: Limits }
  | { ok: false; wrong: Partial<Record<keyof Limits, string>> };

export function writeLimits({
  keepRunsDays,
  maxLabels,
  maxBadLinesShare,
  targetConfidence,
}: Limits): TypedLimits {
  return {
    keepRunsDays: keepRunsDays === null ? "" : String(keepRunsDays),
    maxLabels: maxLabels === null ? "" : String(maxLabels),
    maxBadLinesShare: percentText(maxBadLinesShare),
    targetConfidence: percentText(targetConfidence),
  };
}

/** A share is typed in percent. */
function percentText(share: number | null): string {
  return share === null ? "" : String(inPercent(share));
}

function inPercent(share: number): number {
  return Number((share * 100).toPrecision(12));
}

function percentBounds({ min, max }: { min: number; max: number }) {
  return { min: inPercent(min), max: inPercent(max) };
}

const PERCENT = percentBounds(SETTING_BOUNDS.maxBadLinesShare);
const CONFIDENCE = percentBounds(SETTING_BOUNDS.targetConfidence);

/** For every field that cannot be read, says what it accepts. */
export function readLimits(typed: TypedLimits): ReadLimits {
  const days = wholeIn(typed.keepRunsDays, SETTING_BOUNDS.keepRunsDays);
  const labels = wholeIn(typed.maxLabels, SETTING_BOUNDS.maxLabels);
  const percent = numberIn(typed.maxBadLinesShare, PERCENT);
  const confidence = numberIn(typed.targetConfidence, CONFIDENCE);
  if (days === undefined || labels === undefined || percent === undefined || confidence === undefined) {
    return {
      ok: false,
      wrong: {
        ...(days === undefined
          ? {
              keepRunsDays: `Enter a whole number ${between(SETTING_BOUNDS.keepRunsDays)}, or leave it empty.`,
            }
          : {}),
        ...(labels === undefined
          ? { maxLabels: `Enter a whole number ${between(SETTING_BOUNDS.maxLabels)}, or leave it empty.` }
          : {}),
        ...(percent === undefined
          ? { maxBadLinesShare: `Enter a number ${between(PERCENT)}, or leave it empty.` }
          : {}),
        ...(confidence === undefined
          ? { targetConfidence: `Enter a number ${between(CONFIDENCE)}, or leave it empty.` }
          : {}),
      },
    };
  }
  const shares = { maxBadLinesShare: shareOf(percent), targetConfidence: shareOf(confidence) };
  return { ok: true, settings: { keepRunsDays: days, maxLabels: labels, ...shares } };
}

function shareOf(percent: number | null): number | null {
  return percent === null ? null : Number((percent / 100).toPrecision(12));
}
