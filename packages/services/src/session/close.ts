import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";

/** Signs out. Closing a session that has already ended isn't an error. */
export async function closeSession({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<void> {
  await services.db.lookup.closeSession(hashSecret(secret.slice(0, 200)), services.clock());
}
