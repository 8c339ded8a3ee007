import type { Services } from "../context.ts";
import type { CheckedSession } from "./check.ts";
import { SESSION_IDLE_MILLIS } from "./session-lifetime.ts";

export interface ListedSession {
  id: string;
  device: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** The one that asks. */
  current: boolean;
}

/** Where the person is signed in, most recently used first. */
export async function listSessions({
  services,
  session,
}: {
  services: Services;
  session: CheckedSession;
}): Promise<ListedSession[]> {
  const now = services.clock().getTime();
  const open = await services.db.lookup.sessionsOf(session.person.id);
  return open
    .filter(
      ({ expiresAt, lastSeenAt }) =>
        expiresAt.getTime() > now && now - (lastSeenAt?.getTime() ?? 0) < SESSION_IDLE_MILLIS,
    )
    .map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      createdAt,
      lastSeenAt,
      current: id === session.sessionId,
    }));
}
