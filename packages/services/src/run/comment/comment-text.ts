import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { freeText } from "@headroom/contract";
import type { Context } from "../../context.ts";

const MAX_COMMENT_LENGTH = 4_000;

/** A member's text: anything except white space alone. */
export const commentBody = freeText(MAX_COMMENT_LENGTH)
  .transform((text) => text.trim())
  .refine((text) => text !== "", "enter a comment");

/** A comment is pinned to a moment, to a metric by its name, or to neither: then it is about the whole run. */
export const commentPin = z
  .strictObject({
    atSeconds: z.number().min(-1e9).max(1e9).nullable().default(null),
    figure: z.string().trim().min(1).max(100).nullable().default(null),
  })
  .refine(
    ({ atSeconds, figure }) => atSeconds === null || figure === null,
    "give either atSeconds or figure, not both",
  );

/** Tokens can't comment: they have no name to show. */
export function requirePerson(ctx: Context): string {
  if (ctx.actor.kind === "person") return ctx.actor.id;
  throw new HeadroomError("scope-missing", "Only people can comment.", {
    hint: "Sign in to comment. With a token, add an event instead: POST /v1/runs/{id}/events.",
  });
}

export function noSuchComment(): HeadroomError {
  return new HeadroomError("not-found", "Comment not found.", {
    hint: "It may have been deleted. Reload the page.",
  });
}
