import type { WorkspaceSettings } from "@headroom/services";

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

/** For every field that cannot be read, says what it accepts. */
export function readLimits(typed: TypedLimits): ReadLimits {
  const days = wholeIn(typed.keepRunsDays, 1, 3_650);
  const labels = wholeIn(typed.maxLabels, 1, 1_000_000);
  const percent = numberIn(typed.maxBadLinesShare, 0, 100);
  if (days === undefined || labels === undefined || percent === undefined) {
    return {
      ok: false,
      wrong: {
        ...(days === undefined
          ? { keepRunsDays: "Enter a whole number from 1 to 3,650, or leave it empty." }
          : {}),
        ...(labels === undefined
          ? { maxLabels: "Enter a whole number from 1 to 1,000,000, or leave it empty." }
          : {}),
        ...(percent === undefined
          ? { maxBadLinesShare: "Enter a number from 0 to 100, or leave it empty." }
          : {}),
      },
    };
  }
  const maxBadLinesShare = percent === null ? null : Number((percent / 100).toPrecision(12));
  return { ok: true, settings: { keepRunsDays: days, maxLabels: labels, maxBadLinesShare } };
}

/** Null for an empty field, undefined for anything that isn't a number in range. */
function numberIn(text: string, least: number, most: number): number | null | undefined {
  const plain = text.trim();
  if (plain === "") return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= least && value <= most ? value : undefined;
}

function wholeIn(text: string, least: number, most: number): number | null | undefined {
  const value = numberIn(text, least, most);
  return typeof value === "number" && !Number.isInteger(value) ? undefined : value;
}
