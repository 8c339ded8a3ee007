import { contextOf, type Actor, type Context } from "../context.ts";
import { noSuchRun } from "../run/record/get.ts";

/** Of whoever opened a share link. It has no right of its own: no verb but those of this folder answers it. */
export interface ShareContext extends Context {
  readonly actor: Extract<Actor, { kind: "share" }>;
}

/**
 * For reading these runs, once it is certain that the link shows them all: what a token that only reads may do. It
 * never leaves the verb that asked for it.
 */
export function readerOf(ctx: ShareContext, runIds: readonly string[]): Context {
  const shown = new Set(ctx.actor.runIds);
  if (!runIds.every((runId) => shown.has(runId))) throw noSuchRun();
  return contextOf(ctx, ctx.workspaceId, {
    kind: "token",
    id: ctx.actor.id,
    scopes: ["read"],
    serviceId: null,
  });
}
