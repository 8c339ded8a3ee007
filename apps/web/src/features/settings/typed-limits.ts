import { SETTING_BOUNDS } from "@headroom/core";
import type { WorkspaceSettings } from "@headroom/services";
import { formatCount } from "@headroom/ui";

type Limits = Pick<WorkspaceSettings, "keepRunsDays" | "maxLabels" | "maxBadLinesShare">;

/** As typed in the fields: empty means that the workspace sets no limit. */
export type TypedLimits = Record<keyof Limits, string>;

export type ReadLimits =
  { ok: true; settings: Limits } | { ok: false; wrong: Partial<Record<keyof Limits, string>> };

export function writeLimits({ keepRunsDays, maxLabels, maxBadLinesShare }: Limits): TypedLimits {
  return {
    keepRunsDays: keepRunsDays === null ? "" : String(keepRunsDays),
    maxLabels: maxLabels === null ? "" : String(maxLabels),
    maxBadLinesShare:
      maxBadLinesShare === null ? "" : String(Number((maxBadLinesShare * 100).toPrecision(12))),
  };
}

/** A share is typed in percent. */
const PERCENT = {
  min: 100 * SETTING_BOUNDS.maxBadLinesShare.min,
  max: 100 * SETTING_BOUNDS.maxBadLinesShare.max,
};

/** For every field that cannot be read, says what it accepts. */
export function readLimits(typed: TypedLimits): ReadLimits {
  const days = wholeIn(typed.keepRunsDays, SETTING_BOUNDS.keepRunsDays);
  const labels = wholeIn(typed.maxLabels, SETTING_BOUNDS.maxLabels);
  const percent = numberIn(typed.maxBadLinesShare, PERCENT);
  if (days === undefined || labels === undefined || percent === undefined) {
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
      },
    };
  }
  const maxBadLinesShare = percent === null ? null : Number((percent / 100).toPrecision(12));
  return { ok: true, settings: { keepRunsDays: days, maxLabels: labels, maxBadLinesShare } };
}

/** Null for an empty field, undefined for anything that isn't a number in range. */
function numberIn(text: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const plain = text.trim();
  if (plain === "") return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= min && value <= max ? value : undefined;
}

function wholeIn(text: string, bounds: { min: number; max: number }): number | null | undefined {
  const value = numberIn(text, bounds);
  return typeof value === "number" && !Number.isInteger(value) ? undefined : value;
}

function between({ min, max }: { min: number; max: number }): string {
  return `from ${formatCount(min)} to ${formatCount(max)}`;
}
