import { z } from "zod";
import type { Prisma } from "@headroom/db";

const steadyByHand = z.object({
  fromSeconds: z.number(),
  toSeconds: z.number(),
  /** The person; null: a token. */
  by: z.string().nullable(),
  at: z.string(),
});

/** A steady phase set by hand, and when. */
export type SteadyByHand = z.infer<typeof steadyByHand>;

/** Reads back what `setSteady` wrote; null: the phase was detected. */
export function storedSteadyByHand(json: Prisma.JsonValue): SteadyByHand | null {
  const stored = steadyByHand.safeParse(json);
  return stored.success ? stored.data : null;
}
