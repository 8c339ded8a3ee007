import { HeadroomError } from "@headroom/core";
import type { Services } from "../context.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import { SESSION_LONGEST_MILLIS } from "./session-lifetime.ts";

export interface OpenedSession {
  /** For the cookie; only its hash is kept. */
  secret: string;
  expiresAt: Date;
}

/** Uses a sign-in link up and opens a session for its person. */
export async function openSessionByLink({
  services,
  input: { link },
}: {
  services: Services;
  input: { link: string };
}): Promise<OpenedSession> {
  const createdAt = services.clock();
  const personId = await services.db.lookup.useSignInLink(hashSecret(link.slice(0, 200)), createdAt);
  if (personId === null) {
    throw new HeadroomError("unauthenticated", "This sign-in link was used, has expired, or never was one.", {
      hint: "Ask for a new one. `npm start` prints a fresh one at each start.",
    });
  }
  const secret = encodeSecret(services.newSecretBytes());
  const expiresAt = new Date(createdAt.getTime() + SESSION_LONGEST_MILLIS);
  await services.db.lookup.openSession({
    id: services.newId(),
    personId,
    tokenHash: hashSecret(secret),
    createdAt,
    expiresAt,
  });
  return { secret, expiresAt };
}
