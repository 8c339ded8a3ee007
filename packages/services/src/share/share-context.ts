import { contextOf, type Actor, type Context } from "../context.ts";
import { noSuchRun } from "../run/record/get.ts";

/** The context of a guest who opened a share link. It has no permissions: only the verbs in this folder answer it. */
export interface ShareContext extends Context {
  readonly actor: Extract<Actor, { kind: "share" }>;
}

/**
 * For reading these runs, once it is certain that the link shows them all: the permissions of a read-only token. It
 * never leaves the verb that created it.
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
