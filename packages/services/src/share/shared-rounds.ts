import type { SharedRounds } from "@headroom/contract";
import { formatDate } from "@headroom/core/format";
import type { Rounds } from "@headroom/db";

export function toRounds(rounds: SharedRounds): Rounds {
  return rounds.by === "configuration" ? rounds : { by: "date", split: new Date(rounds.split) };
}

/** "round 1 and round 2" */
export function roundsName(rounds: SharedRounds): string {
  if (rounds.by === "date") return `before and after ${formatDate(new Date(rounds.split), "UTC")}`;
  const { key, before, after } = rounds;
  return `${key} ${before} and ${key} ${after}`;
}
