import { parseArgs } from "node:util";
import { formatBytes, formatCount } from "@headroom/core/format";
import type { QuotaUse } from "@headroom/services";

export const USAGE = "usage: quota-command.ts [WORKSPACE [--uploads-per-day N|none] [--stored-bytes N|none]]";

export interface QuotaCall {
  /** Null: all that have a quota are listed. */
  slug: string | null;
  /** Null: nothing is changed. */
  changes: { uploadsPerDay?: number | null; storedBytes?: number | null } | null;
}

/** Null: the call makes no sense. */
export function readQuotaCall(args: readonly string[]): QuotaCall | null {
  const given = parsed(args);
  if (given === null || given.positionals.length > 1) return null;
  const [slug = null] = given.positionals;
  const uploadsPerDay = limitOf(given.values["uploads-per-day"]);
  const storedBytes = limitOf(given.values["stored-bytes"]);
  if (Number.isNaN(uploadsPerDay) || Number.isNaN(storedBytes)) return null;
  const changes = {
    ...(uploadsPerDay === undefined ? {} : { uploadsPerDay }),
    ...(storedBytes === undefined ? {} : { storedBytes }),
  };
  if (Object.keys(changes).length === 0) return { slug, changes: null };
  return slug === null ? null : { slug, changes };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { "uploads-per-day": { type: "string" }, "stored-bytes": { type: "string" } },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
}

/** Undefined: not given. NaN: not a whole number. `50e9` is one. */
function limitOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  return /^\d+(e\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
}

/** A line for each workspace. */
export function quotaLines(uses: readonly QuotaUse[]): string[] {
  if (uses.length === 0) return ["No workspace has a quota."];
  return uses.map(({ slug, quota, uploadsToday, storedBytes }) => {
    const uploads = formatCount(uploadsToday);
    const bytes = formatBytes(storedBytes);
    const { uploadsPerDay: perDay, storedBytes: most } = quota;
    const parts = [
      perDay === null
        ? `${uploads} uploads today, no quota`
        : `${uploads} of ${formatCount(perDay)} uploads today`,
      most === null ? `${bytes} stored, no quota` : `${bytes} of ${formatBytes(most)} stored`,
    ];
    return `${slug}: ${parts.join("; ")}`;
  });
}

/** `The parameter "storedBytes" is invalid`, as the command calls it. */
export function asOption(message: string): string {
  return message
    .replace('The parameter "uploadsPerDay"', "--uploads-per-day")
    .replace('The parameter "storedBytes"', "--stored-bytes");
}
