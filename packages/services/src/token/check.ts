import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { formatDate } from "@headroom/core/format";
import type { TokenFound } from "@headroom/db";
import { contextOf } from "../context.ts";
import type { Context, Services, TokenActor } from "../context.ts";
import { hashSecret } from "../secret.ts";
import { isTokenSecret } from "./secret.ts";

const TOUCH_AFTER_MILLIS = MINUTE_MILLIS;

/**
 * Who a token belongs to. The work is the same for every secret that can be one of ours: one hash, one look-up. Only the holder
 * of a secret learns what became of its token.
 */
export async function checkToken({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<Context> {
  const hash = hashSecret(secret);
  const token = isTokenSecret(secret) ? await services.db.lookup.tokenByHash(hash) : null;
  if (token === null) {
    throw new HeadroomError("unauthenticated", "Unknown token.", {
      hint: "Send it as `Authorization: Bearer <token>`, complete and without quotes.",
    });
  }
  const now = services.clock();
  refuseEnded(token, now);
  const isReplaced = token.replacedUntil !== null;
  if (token.lastUsedAt === null || now.getTime() - token.lastUsedAt.getTime() >= TOUCH_AFTER_MILLIS) {
    const { lookup } = services.db;
    await (isReplaced ? lookup.touchReplacedSecret(hash, now) : lookup.touchToken(token.id, now));
  }
  const { id, scopes, serviceId, workspaceId } = token;
  const actor: TokenActor = { kind: "token", id, scopes, serviceId };
  return contextOf(services, workspaceId, isReplaced ? { ...actor, isReplaced } : actor);
}

function refuseEnded(token: TokenFound, now: Date): void {
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
  if (token.replacedUntil !== null && token.replacedUntil <= now) {
    throw new HeadroomError(
      "token-replaced",
      `This secret of the token "${token.name}" was replaced, and stopped working on ${formatDate(token.replacedUntil, "UTC")}.`,
      {
        hint: "Use the token's new secret.",
      },
    );
  }
}
