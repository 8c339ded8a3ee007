import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { readRunId } from "../run/record/get.ts";

const MIN_COMPARED = 2;
const MAX_COMPARED = 20;
/** A to Z. */
const LETTERS = 26;

/** What a share link shows, and nothing else. An invalid ID is not found. */
export const shareSubject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), runId: z.string() }),
  z.strictObject({
    kind: z.literal("comparison"),
    runIds: z.array(z.string()).min(MIN_COMPARED).max(MAX_COMPARED),
    /** For each run the index of its letter, 0 for A; by default in order. */
    positions: z
      .array(
        z
          .int()
          .min(0)
          .max(LETTERS - 1),
      )
      .optional(),
    /** The run that the others are compared with; the first one by default. */
    reference: z.string().optional(),
  }),
]);
export type ShareSubject = z.infer<typeof shareSubject>;

export interface SharedRuns {
  /** In the order of their letters. */
  places: { runId: string; position: number }[];
  /** Null: a single run isn't compared. */
  reference: string | null;
}

export function sharedRuns(subject: ShareSubject): SharedRuns {
  if (subject.kind === "run")
    return { places: [{ runId: readRunId(subject.runId), position: 0 }], reference: null };
  const runIds = [...new Set(subject.runIds.map(readRunId))];
  const { positions = runIds.map((_, at) => at) } = subject;
  if (positions.length !== runIds.length || new Set(positions).size !== runIds.length)
    throw unreadable("positions", "Give each run of the comparison its own position.");
  const places = runIds
    .map((runId, at) => ({ runId, position: positions[at] ?? at }))
    .toSorted((a, b) => a.position - b.position);
  const reference = subject.reference === undefined ? places[0]?.runId : readRunId(subject.reference);
  if (reference === undefined || !runIds.includes(reference))
    throw unreadable("reference", "The reference is not one of the compared runs.");
  return { places, reference };
}

function unreadable(field: string, message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { field });
}
