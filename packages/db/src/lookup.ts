import type { Role, Scope, SharedKind } from "@headroom/core";
import type pg from "pg";
import { unavailableOr } from "./availability.ts";

export interface TokenFound {
  id: string;
  workspaceId: string;
  name: string;
  scopes: Scope[];
  serviceId: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Of this secret. */
  lastUsedAt: Date | null;
  /** Null: the token's current secret. Otherwise it was replaced, and works until then. */
  replacedUntil: Date | null;
}

export interface SessionFound {
  id: string;
  personId: string;
  email: string;
  name: string;
  /** The person's current workspace; null if none was chosen, or it is gone. */
  workspaceId: string | null;
  expiresAt: Date;
  lastSeenAt: Date | null;
  revokedAt: Date | null;
}

export interface MembershipFound {
  workspaceId: string;
  slug: string;
  name: string;
  role: Role;
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
  subjectKind: SharedKind;
  passphraseHash: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** A new secret for a person: its hash, and its validity. */
export interface NewSecret {
  id: string;
  personId: string;
  tokenHash: Uint8Array;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Look-ups that happen before a workspace is known, each by a SECURITY DEFINER function. The caller checks by its clock
 * whether the result is still valid (not expired, not revoked).
 */
export interface Lookup {
  tokenByHash(hash: Uint8Array): Promise<TokenFound | null>;
  touchToken(id: string, at: Date): Promise<void>;
  touchReplacedSecret(hash: Uint8Array, at: Date): Promise<void>;
  sessionByHash(hash: Uint8Array): Promise<SessionFound | null>;
  /** `device`: what it was opened with. It starts in the person's last workspace. */
  openSession(session: NewSecret & { device: string | null }): Promise<void>;
  /** Returns whether the session's person is a member there; if not, nothing changes. */
  switchSession(id: string, workspaceId: string): Promise<boolean>;
  /** Open sessions, most recently used first. */
  sessionsOf(personId: string): Promise<SessionListed[]>;
  /** Closes one of the person's sessions, or all except one; returns how many. */
  closeSessions(closed: {
    personId: string;
    at: Date;
    only: string | null;
    kept: string | null;
  }): Promise<number>;
  touchSession(id: string, at: Date): Promise<void>;
  /** Returns the session that it closed, or null if none was open. */
  closeSession(hash: Uint8Array, at: Date): Promise<string | null>;
  createSignInLink(link: NewSecret): Promise<void>;
  invitationByHash(hash: Uint8Array): Promise<InvitationFound | null>;
  /** Whether there is a pending invitation for this address. */
  isInvited(email: string, at: Date): Promise<boolean>;
  /** Which of the person's workspaces contains a run, an experiment or a service. */
  workspaceHolding(personId: string, thing: string): Promise<{ workspaceId: string; name: string } | null>;
  /** Counts one more attempt; the first one starts the window. Returns the count in it. */
  countAttempt(hash: Uint8Array, at: Date, windowEndsAt: Date): Promise<number>;
  /** When the attempts counted under this key expire; null if there are none. */
  attemptEndsAt(hash: Uint8Array): Promise<Date | null>;
  forgetAttempts(hash: Uint8Array): Promise<void>;
  shareLinkByHash(hash: Uint8Array): Promise<ShareLinkFound | null>;
  noteShareLinkOpened(id: string, at: Date): Promise<void>;
  /** Uses up the link and returns its person; null if unknown, used or expired. */
  useSignInLink(hash: Uint8Array, at: Date): Promise<string | null>;
  membershipsOf(personId: string): Promise<MembershipFound[]>;
  workspaceBySlug(slug: string): Promise<string | null>;
  workspaceOfCiIdentity(id: string): Promise<string | null>;
  /** Returns the person with that email, created if needed. */
  ensurePerson(person: { id: string; email: string; name: string }): Promise<string>;
}

/** The kinds of query: all rows, the first row, and the `id` of the first row. */
interface Ask {
  rows: <Row extends object>(sql: string, parameters: unknown[]) => Promise<Row[]>;
  one: <Row extends object>(sql: string, parameters: unknown[]) => Promise<Row | null>;
  id: (sql: string, parameters: unknown[]) => Promise<string | null>;
}

export function createLookup(pool: pg.Pool, requireSchema: () => Promise<void>): Lookup {
  async function rows<Row extends object>(sql: string, parameters: unknown[]): Promise<Row[]> {
    const result = await requireSchema()
      .then(() => pool.query<Row>(sql, parameters))
      .catch(unavailableOr);
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
           expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
           replaced_until as "replacedUntil"
         from token_by_hash($1)`,
        [bytes(hash)],
      ),
    touchToken: async (tokenId, at) => {
      await rows("select touch_token($1, $2)", [tokenId, at]);
    },
    touchReplacedSecret: async (hash, at) => {
      await rows("select touch_replaced_secret($1, $2)", [bytes(hash), at]);
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
    attemptEndsAt: async (hash) => {
      const found = await one<{ endsAt: Date | null }>('select attempt_ends_at($1) as "endsAt"', [
        bytes(hash),
      ]);
      return found?.endsAt ?? null;
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
    workspaceOfCiIdentity: (identity) => id("select workspace_of_ci_identity($1) as id", [identity]),
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
