import { z } from "zod";
import { formatDate } from "@headroom/core/format";
import type { Rounds } from "@headroom/db";

const MAX_LETTERS = 200;
/** The database can't be asked for a null character. */
const word = z
  .string()
  .min(1)
  .max(MAX_LETTERS)
  .transform((text) => text.replaceAll("\0", ""));

/** How the runs of two rounds are told apart, as in the address of their page. */
export const sharedRounds = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("label"), key: word, before: word, after: word }),
  /** The first day of the second round, in UTC. */
  z.strictObject({ by: z.literal("date"), split: z.iso.date() }),
]);
export type SharedRounds = z.output<typeof sharedRounds>;

export function toRounds(rounds: SharedRounds): Rounds {
  return rounds.by === "label" ? rounds : { by: "date", split: new Date(rounds.split) };
}

/** "round 1 and round 2" */
export function roundsName(rounds: SharedRounds): string {
  if (rounds.by === "date") return `before and after ${formatDate(new Date(rounds.split), "UTC")}`;
  const { key, before, after } = rounds;
  return `${key} ${before} and ${key} ${after}`;
}
