import { z } from "zod";
import { findByWords } from "@headroom/db";
import type { Found } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

export const findInput = z.strictObject({
  text: z
    .string()
    .max(200)
    .transform((text) => text.replaceAll("\0", "")),
  limit: z.int().min(1).max(50).default(6),
});

/** Finds what a person means with a few typed words: services and all that belongs to them, runs by number or commit. */
export async function findAnything({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof findInput>;
}): Promise<Found> {
  requireScope(ctx, "read");
  const { text, limit } = parseInput(findInput, input);
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) => findByWords(tx, { text, serviceId, limit }));
}
