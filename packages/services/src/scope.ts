import { HeadroomError } from "@headroom/core";
import type { Role } from "@headroom/core";
import type { Actor, Context, Right } from "./context.ts";

const RIGHTS_OF_ROLE: Record<Role, readonly Right[]> = {
  owner: ["ingest", "read", "edit", "manage"],
  editor: ["ingest", "read", "edit"],
  viewer: ["read"],
};

/** The first thing every verb does. */
export function requireScope(ctx: Context, right: Right): void {
  if (mayDo(ctx.actor, right)) return;
  if (ctx.actor.kind === "share")
    throw new HeadroomError("not-found", "This link does not give access to that.");
  if (ctx.actor.kind === "token") {
    const scope = right === "edit" ? "manage" : right;
    throw new HeadroomError("scope-missing", `This requires the scope "${scope}".`, {
      hint: `Use a token with the scope "${scope}".`,
    });
  }
  throw new HeadroomError("scope-missing", `You do not have permission to ${right}.`, {
    hint: "Ask a workspace owner.",
  });
}

/** For pages: whether to offer an action at all. */
export function mayDo(actor: Actor, right: Right): boolean {
  return rightsOf(actor).includes(right);
}

/** Null: any service. A token limited to one service sees and touches no other. */
export function onlyServiceOf(actor: Actor): string | null {
  return actor.kind === "token" ? actor.serviceId : null;
}

/** For anything that concerns the whole workspace: a token limited to one service may not do it. */
export function requireAllServices(ctx: Context): void {
  if (onlyServiceOf(ctx.actor) === null) return;
  throw new HeadroomError(
    "scope-missing",
    "This affects the whole workspace, but the token is limited to one service.",
    {
      hint: "Use a token that is not limited to a service.",
    },
  );
}

function rightsOf(actor: Actor): readonly Right[] {
  switch (actor.kind) {
    case "person":
      return RIGHTS_OF_ROLE[actor.role];
    case "token":
      return actor.scopes.includes("manage") ? [...actor.scopes, "edit"] : actor.scopes;
    case "system":
      return RIGHTS_OF_ROLE.owner;
    case "share":
      return [];
  }
}
