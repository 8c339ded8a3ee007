import type { Database } from "@headroom/db";

/** What every verb stands on. Clock and randomness come from outside, so that a test can say what they are. */
export interface Services {
  readonly db: Database;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly newSecretBytes: () => Uint8Array;
}

/** What a token may be made for. */
export type Scope = "ingest" | "read" | "manage";
/** What a verb asks for. Editing (experiments, targets, notes, shares) is no scope of its own: a token that manages may. */
export type Right = Scope | "edit";
export type Role = "owner" | "editor" | "viewer";

/**
 * Who does it. A token may be held to one service; the system is our own start script and jobs; whoever opened a share
 * link sees the runs of that link, and nothing else answers them.
 */
export type Actor =
  | { kind: "person"; id: string; role: Role }
  | { kind: "token"; id: string; scopes: readonly Scope[]; serviceId: string | null }
  | { kind: "system"; id: null }
  | { kind: "share"; id: string; runIds: readonly string[] };

/** A verb's surroundings: the workspace comes from the session or token, never from the client's word. */
export interface Context extends Services {
  readonly workspaceId: string;
  readonly actor: Actor;
}

export function contextOf(services: Services, workspaceId: string, actor: Actor): Context {
  const { db, clock, newId, newSecretBytes } = services;
  return { db, clock, newId, newSecretBytes, workspaceId, actor };
}
