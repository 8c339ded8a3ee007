import type { Role, Scope } from "@headroom/core";
import type { Database } from "@headroom/db";

/** What every verb depends on. Clock and randomness are passed in, so that tests can control them. */
export interface Services {
  readonly db: Database;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly newSecretBytes: () => Uint8Array;
}

/** What a verb requires. Editing (experiments, targets, notes, shares) has no scope of its own: a token that can manage can edit. */
export type Right = Scope | "edit";

/**
 * Who acts. A token can be limited to one service. The system is our own start script and jobs. People who opened a share
 * link see what that link shows, and no other verb answers them.
 */
export type Actor =
  | { kind: "person"; id: string; role: Role }
  | TokenActor
  | { kind: "system"; id: null }
  | ShareActor;

export interface TokenActor {
  kind: "token";
  id: string;
  scopes: readonly Scope[];
  serviceId: string | null;
  /** It came with a secret that was replaced and still works. */
  isReplaced?: true;
}

interface ShareActor {
  kind: "share";
  /** The link's. */
  id: string;
  runIds: readonly string[];
  peakDayId: string | null;
  /** The peak day whose readiness report it shows, and nothing else of that day. */
  reportOf: string | null;
  /** The service whose rounds it shows. */
  roundsOf: string | null;
  gamedayId: string | null;
  /** It shows the configuration of its runs, and what was changed for them. */
  showsConfiguration: boolean;
  /** It shows the commits and branches of its runs. */
  showsCommits: boolean;
}

/** A verb's context. The workspace comes from the session or token, never from the client's input. */
export interface Context extends Services {
  readonly workspaceId: string;
  readonly actor: Actor;
}

export function contextOf(services: Services, workspaceId: string, actor: Actor): Context {
  const { db, clock, newId, newSecretBytes } = services;
  return { db, clock, newId, newSecretBytes, workspaceId, actor };
}
