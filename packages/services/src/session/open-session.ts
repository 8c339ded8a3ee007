import type { Services } from "../context.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import { MAX_SESSION_MILLIS } from "./session-lifetime.ts";

export interface OpenedSession {
  /** For the cookie; only its hash is stored. */
  secret: string;
  expiresAt: Date;
}

const MAX_DEVICE_LENGTH = 300;

/** A new session for a person who has just proven who they are: an existing one is never reused. */
export async function openSession(
  services: Services,
  { personId, device }: { personId: string; device: string | null },
): Promise<OpenedSession> {
  const createdAt = services.clock();
  const secret = encodeSecret(services.newSecretBytes());
  const expiresAt = new Date(createdAt.getTime() + MAX_SESSION_MILLIS);
  await services.db.lookup.openSession({
    id: services.newId(),
    personId,
    tokenHash: hashSecret(secret),
    createdAt,
    expiresAt,
    device: device?.slice(0, MAX_DEVICE_LENGTH) ?? null,
  });
  return { secret, expiresAt };
}
