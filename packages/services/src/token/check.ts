import { HeadroomError } from "@headroom/core";
import { formatDate } from "@headroom/core/format";
import { contextOf, type Context, type Services } from "../context.ts";
import { hashSecret } from "../secret.ts";

const TOUCH_AFTER_MILLIS = 60_000;
/** Longer than any of our secrets; anything longer isn't worth hashing. */
const MAX_SECRET_LENGTH = 200;

/**
 * Who a token belongs to. The work is the same for every secret: one hash, one look-up. Only the holder of a secret
 * learns what became of its token.
 */
export async function checkToken({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<Context> {
  const token = await services.db.lookup.tokenByHash(hashSecret(secret.slice(0, MAX_SECRET_LENGTH)));
  if (token === null) {
    throw new HeadroomError("unauthenticated", "Unknown token.", {
      hint: "Send it as `Authorization: Bearer <token>`, complete and without quotes.",
    });
  }
  const now = services.clock();
  if (token.revokedAt !== null) {
    throw new HeadroomError(
      "token-revoked",
      `The token "${token.name}" was revoked on ${formatDate(token.revokedAt, "UTC")}.`,
      {
        hint: "Use another token, or create a new one.",
      },
    );
  }
  if (token.expiresAt !== null && token.expiresAt <= now) {
    throw new HeadroomError(
      "token-expired",
      `The token "${token.name}" expired on ${formatDate(token.expiresAt, "UTC")}.`,
      {
        hint: "Create a new token.",
      },
    );
  }
  if (token.lastUsedAt === null || now.getTime() - token.lastUsedAt.getTime() >= TOUCH_AFTER_MILLIS) {
    await services.db.lookup.touchToken(token.id, now);
  }
  const { id, scopes, serviceId, workspaceId } = token;
  return contextOf(services, workspaceId, { kind: "token", id, scopes, serviceId });
}
