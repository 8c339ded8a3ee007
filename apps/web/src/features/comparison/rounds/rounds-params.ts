import type { ShareSubject } from "@headroom/contract";
import { plural } from "@headroom/core/format";

/** What the URL of a rounds comparison says: which service, and which runs belong to the first round and which to the second. */
export interface RoundsQuery {
  service: string;
  by: "configuration" | "date";
  /** By a key of the configuration, and its value in either round. */
  key: string;
  before: string;
  after: string;
  /** By date: the first day of the second round, in UTC. */
  split: string | null;
}

type Search = Record<string, string | string[] | undefined>;

const MAX_LETTERS = 200;

/** Whatever cannot be read is as if it were not there. */
export function readRoundsQuery(search: Search): RoundsQuery {
  const text = (name: string, otherwise: string) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value.slice(0, MAX_LETTERS) : otherwise;
  };
  return {
    service: text("service", ""),
    by: search["by"] === "date" ? "date" : "configuration",
    key: text("key", "round"),
    before: text("before", "1"),
    after: text("after", "2"),
    split: day(search["split"]),
  };
}

export function roundsAddress({ service, by, key, before, after, split }: RoundsQuery): string {
  const parameters = new URLSearchParams({ service });
  if (by === "date") {
    parameters.set("by", "date");
    if (split !== null) parameters.set("split", split);
  } else {
    parameters.set("key", key);
    parameters.set("before", before);
    parameters.set("after", after);
  }
  return `/comparisons/rounds?${parameters.toString()}`;
}

/** Null while the address does not say enough. */
export function roundsOf({ by, key, before, after, split }: RoundsQuery) {
  if (by === "configuration") return { by, key, before, after } as const;
  return split === null ? null : ({ by, split: new Date(`${split}T00:00:00Z`) } as const);
}

type RoundsSubject = Extract<ShareSubject, { kind: "rounds" }>;

/** What a share link of these rounds shows; null while the address does not say enough. */
export function roundsSubject(query: RoundsQuery): RoundsSubject | null {
  const { service, by, key, before, after, split } = query;
  if (service === "") return null;
  if (by === "configuration") return { kind: "rounds", service, rounds: { by, key, before, after } };
  return split === null ? null : { kind: "rounds", service, rounds: { by, split } };
}

/** Which runs are in which round, where the form that chooses them isn't shown. */
export function roundsWords(rounds: RoundsSubject["rounds"]): string {
  if (rounds.by === "date")
    return `Before: runs until ${rounds.split} (UTC). After: runs from ${rounds.split} on.`;
  return `Before: runs with ${rounds.key} ${rounds.before}. After: runs with ${rounds.key} ${rounds.after}.`;
}

export function experimentsWords(total: number): string {
  return plural(total, "experiment");
}

function day(value: string | string[] | undefined): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const at = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value ? null : value;
}
