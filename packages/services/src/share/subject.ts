import { z } from "zod";

/** A comparison's runs stand in the order of their letters; the others are compared with the first. */
const COMPARED_LEAST = 2;
const COMPARED_MOST = 20;

/** What a share link shows, and nothing beside it. Ids are of any form: what is no id is not found. */
export const shareSubject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), runId: z.string() }),
  z.strictObject({
    kind: z.literal("comparison"),
    runIds: z.array(z.string()).min(COMPARED_LEAST).max(COMPARED_MOST),
  }),
]);
export type ShareSubject = z.infer<typeof shareSubject>;

export function runsOfSubject(subject: ShareSubject): readonly string[] {
  return subject.kind === "run" ? [subject.runId] : subject.runIds;
}
