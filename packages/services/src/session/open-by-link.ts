import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";
import { openSession, type OpenedSession } from "./open-session.ts";

/** Uses a sign-in link up and opens a session for its person. */
export async function openSessionByLink({
  services,
  input: { link, device = null },
}: {
  services: Services;
  input: { link: string; device?: string | null };
}): Promise<OpenedSession> {
  const personId = await services.db.lookup.useSignInLink(hashSecret(link.slice(0, 200)), services.clock());
  if (personId === null) {
    throw new HeadroomError("unauthenticated", "This sign-in link was used, has expired, or never was one.", {
      hint: "Ask for a new one. `npm start` prints a fresh one at each start.",
    });
  }
  return openSession(services, { personId, device });
}
