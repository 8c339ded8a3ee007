import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { announce } from "../announce.ts";
import { parseInput } from "../parse-input.ts";
import { isUuid } from "../uuid.ts";
import type { CheckedSession } from "./check.ts";

export const closeSessionsInput = z.strictObject({
  /** One of the person's own, or all except the one that asks. */
  sessionId: z.string().nullable(),
});

/** Signs the person out elsewhere; returns how many sessions ended. Another person's session is not found. */
export async function closeOtherSessions({
  services,
  session,
  input,
}: {
  services: Services;
  session: CheckedSession;
  input: z.input<typeof closeSessionsInput>;
}): Promise<number> {
  const { sessionId } = parseInput(closeSessionsInput, input);
  if (sessionId !== null && !isUuid(sessionId)) throw noSession();
  const count = await services.db.lookup.closeSessions({
    personId: session.person.id,
    at: services.clock(),
    only: sessionId,
    kept: session.sessionId,
  });
  if (sessionId !== null && count === 0) throw noSession();
  await announce(services, [session.person.id]);
  return count;
}

/** Everywhere, this session too. */
export async function closeAllSessions({
  services,
  session,
}: {
  services: Services;
  session: CheckedSession;
}): Promise<number> {
  const count = await services.db.lookup.closeSessions({
    personId: session.person.id,
    at: services.clock(),
    only: null,
    kept: null,
  });
  await announce(services, [session.person.id]);
  return count;
}

function noSession(): HeadroomError {
  return new HeadroomError("not-found", "Session not found.");
}
