import type { Services } from "../context.ts";
import { announce } from "../announce.ts";
import { hashSecret } from "../secret.ts";

/** Signs out. Closing a session that has already ended isn't an error. */
export async function closeSession({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<void> {
  const { lookup } = services.db;
  const hash = hashSecret(secret.slice(0, 200));
  const session = await lookup.sessionByHash(hash);
  await lookup.closeSession(hash, services.clock());
  if (session !== null) await announce(services, [session.personId]);
}
