import type pg from "pg";
import { unavailableOr } from "./availability.ts";

export interface TokenFound {
  id: string;
  workspaceId: string;
  name: string;
  scopes: ("ingest" | "read" | "manage")[];
  serviceId: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export interface SessionFound {
  id: string;
  personId: string;
  email: string;
  name: string;
  /** Where the person works just now; null where none was chosen, or it is gone. */
  workspaceId: string | null;
  expiresAt: Date;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
}

export interface MembershipFound {
  workspaceId: string;
  slug: string;
  name: string;
  role: "owner" | "editor" | "viewer";
}

/** An open session as its person sees it. */
export interface SessionListed {
  id: string;
  device: string | null;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date | null;
}

export interface InvitationFound {
  id: string;
  workspaceId: string;
  workspaceName: string;
  email: string;
  role: MembershipFound["role"];
  invitedBy: string | null;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

export interface ShareLinkFound {
  id: string;
  workspaceId: string;
  subjectKind: "run" | "comparison";
  passphraseHash: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** A new secret of a person's: its hash, and from when to when it holds. */
export interface NewSecret {
  id: string;
  personId: string;
  tokenHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * What has to be found before a workspace is known, each by a SECURITY DEFINER function. Whether something found
 * still holds (expired, revoked) is for the caller to judge by its clock.
 */
export interface Lookup {
  tokenByHash(hash: Uint8Array): Promise<TokenFound | null>;
  touchToken(id: string, at: Date): Promise<void>;
  sessionByHash(hash: Uint8Array): Promise<SessionFound | null>;
  /** `device`: what it was opened with. It begins in the workspace where the person was last. */
  openSession(session: NewSecret & { device: string | null }): Promise<void>;
  /** Answers whether the session's person is a member there; if not, nothing changes. */
  switchSession(id: string, workspaceId: string): Promise<boolean>;
  /** Those that were not closed, the last used first. */
  sessionsOf(personId: string): Promise<SessionListed[]>;
  /** One of the person's, or all but the one that is kept; answers how many it closed. */
  closeSessions(closed: {
    personId: string;
    at: Date;
    only: string | null;
    kept: string | null;
  }): Promise<number>;
  touchSession(id: string, at: Date): Promise<void>;
  /** Answers the session that it closed, or null if none was open. */
  closeSession(hash: Uint8Array, at: Date): Promise<string | null>;
  createSignInLink(link: NewSecret): Promise<void>;
  invitationByHash(hash: Uint8Array): Promise<InvitationFound | null>;
  /** Whether an invitation waits for this address. */
  isInvited(email: string, at: Date): Promise<boolean>;
  /** Which of the person's own workspaces a run, an experiment or a service lies in. */
  workspaceHolding(personId: string, thing: string): Promise<{ workspaceId: string; name: string } | null>;
  /** Counts one more; the window of the first one ends then. Answers the count in it. */
  countAttempt(hash: Uint8Array, at: Date, windowEndsAt: Date): Promise<number>;
  forgetAttempts(hash: Uint8Array): Promise<void>;
  shareLinkByHash(hash: Uint8Array): Promise<ShareLinkFound | null>;
  noteShareLinkOpened(id: string, at: Date): Promise<void>;
  /** Uses the link up and answers its person; null if unknown, used or expired. */
  useSignInLink(hash: Uint8Array, at: Date): Promise<string | null>;
  membershipsOf(personId: string): Promise<MembershipFound[]>;
  workspaceBySlug(slug: string): Promise<string | null>;
  /** Answers the person of that email, made if there was none. */
  ensurePerson(person: { id: string; email: string; name: string }): Promise<string>;
}

/** The ways to ask: for all rows, for the first one, and for the `id` of the first one. */
interface Ask {
  rows: <Row extends object>(sql: string, parameters: unknown[]) => Promise<Row[]>;
  one: <Row extends object>(sql: string, parameters: unknown[]) => Promise<Row | null>;
  id: (sql: string, parameters: unknown[]) => Promise<string | null>;
}

export function createLookup(pool: pg.Pool): Lookup {
  async function rows<Row extends object>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const result = await pool.query<Row>(sql, parameters).catch(unavailableOr);
    return result.rows;
  }
  async function one<Row extends object>(sql: string, parameters: unknown[]): Promise<Row | null> {
    return (await rows<Row>(sql, parameters))[0] ?? null;
  }
  async function id(sql: string, parameters: unknown[]): Promise<string | null> {
    return (await one<{ id: string | null }>(sql, parameters))?.id ?? null;
  }
  const ask = { rows, one, id };
  return { ...secretLookup(ask), ...sessionLookup(ask), ...memberLookup(ask) };
}

function secretLookup({ rows, one, id }: Ask) {
  return {
    tokenByHash: (hash) =>
      one<TokenFound>(
        `select id, workspace_id as "workspaceId", name, scopes, service_id as "serviceId",
           expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
         from token_by_hash($1)`,
        [bytes(hash)],
      ),
    touchToken: async (tokenId, at) => {
      await rows("select touch_token($1, $2)", [tokenId, at]);
    },
    createSignInLink: async (link) => {
      await rows("select create_sign_in_link($1, $2, $3, $4, $5, false)", secret(link));
    },
    useSignInLink: (hash, at) => id("select use_sign_in_link($1, $2) as id", [bytes(hash), at]),
    shareLinkByHash: (hash) =>
      one<ShareLinkFound>(
        `select id, workspace_id as "workspaceId", subject_kind as "subjectKind",
           passphrase_hash as "passphraseHash", expires_at as "expiresAt", revoked_at as "revokedAt"
         from share_link_by_hash($1)`,
        [bytes(hash)],
      ),
    noteShareLinkOpened: async (linkId, at) => {
      await rows("select note_share_link_opened($1, $2)", [linkId, at]);
    },
    countAttempt: async (hash, at, windowEndsAt) => {
      const found = await one<{ count: number }>("select count_attempt($1, $2, $3) as count", [
        bytes(hash),
        at,
        windowEndsAt,
      ]);
      return found?.count ?? 0;
    },
    forgetAttempts: async (hash) => {
      await rows("select forget_attempts($1)", [bytes(hash)]);
    },
  } satisfies Partial<Lookup>;
}

function sessionLookup({ rows, one, id }: Ask) {
  return {
    sessionByHash: (hash) =>
      one<SessionFound>(
        `select id, person_id as "personId", email, name,
           workspace_id as "workspaceId", expires_at as "expiresAt", last_seen_at as "lastSeenAt",
           revoked_at as "revokedAt"
         from session_by_hash($1)`,
        [bytes(hash)],
      ),
    openSession: async (session) => {
      await rows("select open_session($1, $2, $3, $4, $5, $6)", [...secret(session), session.device]);
    },
    switchSession: async (sessionId, workspaceId) => {
      const found = await one<{ there: boolean }>("select switch_session($1, $2) as there", [
        sessionId,
        workspaceId,
      ]);
      return found?.there === true;
    },
    sessionsOf: (personId) =>
      rows<SessionListed>(
        `select id, device, created_at as "createdAt", expires_at as "expiresAt", last_seen_at as "lastSeenAt"
         from sessions_of($1)`,
        [personId],
      ),
    closeSessions: async ({ personId, at, only, kept }) => {
      const found = await one<{ closed: string }>("select close_sessions($1, $2, $3, $4) as closed", [
        personId,
        at,
        only,
        kept,
      ]);
      return Number(found?.closed ?? 0);
    },
    touchSession: async (sessionId, at) => {
      await rows("select touch_session($1, $2)", [sessionId, at]);
    },
    closeSession: (hash, at) => id("select close_session($1, $2) as id", [bytes(hash), at]),
  } satisfies Partial<Lookup>;
}

function memberLookup({ rows, one, id }: Ask) {
  return {
    invitationByHash: (hash) =>
      one<InvitationFound>(
        `select id, workspace_id as "workspaceId", workspace_name as "workspaceName", email, role,
           invited_by as "invitedBy", expires_at as "expiresAt", accepted_at as "acceptedAt",
           revoked_at as "revokedAt"
         from invitation_by_hash($1)`,
        [bytes(hash)],
      ),
    isInvited: async (email, at) => {
      const found = await one<{ invited: boolean }>("select is_invited($1, $2) as invited", [email, at]);
      return found?.invited === true;
    },
    workspaceHolding: (personId, thing) =>
      one(`select workspace_id as "workspaceId", name from workspace_holding($1, $2)`, [personId, thing]),
    membershipsOf: (personId) =>
      rows<MembershipFound>(
        `select workspace_id as "workspaceId", slug, name, role from memberships_of($1)`,
        [personId],
      ),
    workspaceBySlug: (slug) => id("select workspace_by_slug($1) as id", [slug]),
    ensurePerson: async (person) => {
      const found = await id("select ensure_person($1, $2, $3) as id", [
        person.id,
        person.email,
        person.name,
      ]);
      if (found === null) throw new Error("ensure_person returned no row");
      return found;
    },
  } satisfies Partial<Lookup>;
}

function bytes(hash: Uint8Array): Buffer {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength);
}

function secret(made: NewSecret): unknown[] {
  return [made.id, made.personId, bytes(made.tokenHash), made.createdAt, made.expiresAt];
}
