import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";
import { openSession } from "./open-session.ts";
import type { OpenedSession } from "./open-session.ts";

/** Uses up a sign-in link and opens a session for its person. */
export async function openSessionByLink({
  services,
  input: { link, device = null },
}: {
  services: Services;
  input: { link: string; device?: string | null };
}): Promise<OpenedSession> {
  const personId = await services.db.lookup.useSignInLink(hashSecret(link.slice(0, 200)), services.clock());
  if (personId === null) {
    throw new HeadroomError("unauthenticated", "This sign-in link is invalid, expired or already used.", {
      hint: "Request a new one. `npm start` prints a fresh link each time.",
    });
  }
  return openSession(services, { personId, device });
}
