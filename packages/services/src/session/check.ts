import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { MembershipFound } from "@headroom/db";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { hashSecret } from "../secret.ts";
import { SESSION_IDLE_MILLIS } from "./session-lifetime.ts";

/** The time of last use is stored to the minute. */
const TOUCH_AFTER_MILLIS = MINUTE_MILLIS;

export type Membership = MembershipFound;

export interface CheckedSession {
  sessionId: string;
  person: { id: string; email: string; name: string };
  /** The session's workspace; null if none was chosen yet. */
  workspaceId: string | null;
  /** By the workspace's name. */
  memberships: Membership[];
}

/** Who a session's secret belongs to, and which workspaces that person can open. */
export async function checkSession({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<CheckedSession> {
  const { lookup } = services.db;
  const session = await lookup.sessionByHash(hashSecret(secret.slice(0, 200)));
  const now = services.clock();
  if (session === null || session.revokedAt !== null || session.expiresAt <= now) throw signedOut();
  const idleMillis = now.getTime() - (session.lastSeenAt?.getTime() ?? 0);
  if (idleMillis >= SESSION_IDLE_MILLIS) throw signedOut();
  const [memberships] = await Promise.all([
    lookup.membershipsOf(session.personId),
    // Otherwise nearly every page would write.
    idleMillis < TOUCH_AFTER_MILLIS ? null : lookup.touchSession(session.id, now),
  ]);
  const person = { id: session.personId, email: session.email, name: session.name };
  return { sessionId: session.id, person, workspaceId: session.workspaceId, memberships };
}

/**
 * The person's context in one of their workspaces: the one with that slug, otherwise the session's. If they have left the
 * session's workspace, it is their first one.
 */
export function enterWorkspace(
  services: Services,
  session: CheckedSession,
  slug: string | null = null,
): Context {
  const { memberships, person } = session;
  const membership =
    slug === null
      ? (memberships.find((one) => one.workspaceId === session.workspaceId) ?? memberships[0])
      : memberships.find((one) => one.slug === slug);
  if (membership === undefined) throw new HeadroomError("not-found", "Workspace not found.");
  return contextOf(services, membership.workspaceId, {
    kind: "person",
    id: person.id,
    role: membership.role,
  });
}

function signedOut(): HeadroomError {
  return new HeadroomError("unauthenticated", "Your session has ended.", { hint: "Sign in again." });
}
