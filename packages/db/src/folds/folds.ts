import { join } from "node:path";
import data from "../../folds/folds.json" with { type: "json" };
import { MIGRATIONS } from "../migration-files.ts";

/** Migrations that were written again as fewer ones which make the same schema. */
export interface Fold {
  /** The commit that last had the replaced ones. */
  checkOut: string;
  /** The file, beside the list of folds, with the catalog that both make. */
  catalog: string;
  /** The folder, beside the list, with the replaced ones: what stopped in the middle of them continues. None: it can't. */
  folder?: string;
  replaces: readonly string[];
  by: readonly string[];
}

/** The migrations of a version, and what they replaced. */
export interface History {
  /** The folder that has `migrations` and `folds`. */
  home: string;
  known: readonly string[];
  /** Oldest first. */
  folds: readonly Fold[];
}

export const FOLDS: readonly Fold[] = data.folds;

/** Asked for rather than a constant: pages are bundled with this file, and have no folder. */
export const ourHistory = (): History => ({
  home: join(import.meta.dirname, "../.."),
  known: MIGRATIONS,
  folds: FOLDS,
});

/** What this version can do with a database or a folder that has these migrations. */
export type Standing =
  /** The first `count` migrations of this folder make its schema. It isn't `current` in the middle of what was folded. */
  | { kind: "known"; current: boolean; folder: string; count: number }
  /** Its migrations are no longer there. `way` says which commits have them. */
  | { kind: "older"; way: string }
  | { kind: "newer"; migration: string };

export function standingOf(applied: readonly string[], history: History = ourHistory()): Standing {
  const { home, known, folds } = history;
  const names = inTodaysNames(applied, folds);
  const unknown = names.find((name) => !known.includes(name));
  const count = names.length;
  if (unknown === undefined) return { kind: "known", current: true, folder: join(home, "migrations"), count };
  const first = folds.findIndex(({ replaces }) => replaces.includes(unknown));
  const { folder, replaces = [] } = folds[first] ?? {};
  if (folder !== undefined && isSame(names, replaces.slice(0, count)))
    return { kind: "known", current: false, folder: join(home, "folds", folder), count };
  if (first === -1) return { kind: "newer", migration: unknown };
  const commit = folds[first]?.checkOut ?? "";
  return {
    kind: "older",
    way: `Check out ${commit}, run \`npm start\` there once, and then this version (docs/upgrade.md).`,
  };
}

/** The names under which this version knows a schema. Only a schema at the end of what was folded has other ones. */
export function inTodaysNames(applied: readonly string[], folds: readonly Fold[] = FOLDS): readonly string[] {
  return folds.reduce((names, { replaces, by }) => (isSame(names, replaces) ? by : names), applied);
}

export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

export const NEWER_SCHEMA =
  "Update this installation to the version that was started last, or to a later one. To go back instead, restore a backup of this version (docs/upgrade.md).";
