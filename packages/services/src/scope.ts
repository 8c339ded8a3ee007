import { HeadroomError } from "@headroom/core";
import type { Actor, Context, Role, Scope } from "./context.ts";

const SCOPES_OF_ROLE: Record<Role, readonly Scope[]> = {
  owner: ["ingest", "read", "manage"],
  editor: ["ingest", "read"],
  viewer: ["read"],
};

/** The first thing every verb does. */
export function requireScope(ctx: Context, scope: Scope): void {
  if (scopesOf(ctx.actor).includes(scope)) return;
  throw new HeadroomError("scope-missing", `This needs the scope "${scope}".`, {
    hint:
      ctx.actor.kind === "token"
        ? `Use a token that was made with the scope "${scope}".`
        : "Ask an owner of the workspace.",
  });
}

/** Null: any service. A token that is held to one service sees and touches no other. */
export function onlyServiceOf(actor: Actor): string | null {
  return actor.kind === "token" ? actor.serviceId : null;
}

/** For what concerns the whole workspace: a token that is held to one service may not. */
export function requireAllServices(ctx: Context): void {
  if (onlyServiceOf(ctx.actor) === null) return;
  throw new HeadroomError("scope-missing", "This concerns the whole workspace, and the token one service.", {
    hint: "Use a token that is held to no service.",
  });
}

function scopesOf(actor: Actor): readonly Scope[] {
  if (actor.kind === "token") return actor.scopes;
  return actor.kind === "person" ? SCOPES_OF_ROLE[actor.role] : SCOPES_OF_ROLE.owner;
}
