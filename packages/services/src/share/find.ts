import { HeadroomError } from "@headroom/core";
import type { ShareLinkFound } from "@headroom/db";
import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";

/** Longer than any of our secrets; anything longer isn't worth hashing. */
const MAX_SECRET_LENGTH = 200;

/** The link for a secret. Someone who only has an address can't tell a wrong, an expired and a revoked one apart. */
export async function findShareLink(services: Services, secret: string): Promise<ShareLinkFound> {
  const link = await services.db.lookup.shareLinkByHash(hashSecret(secret.slice(0, MAX_SECRET_LENGTH)));
  if (link === null || link.revokedAt !== null || link.expiresAt <= services.clock()) throw linkNotValid();
  return link;
}

export function linkNotValid(): HeadroomError {
  return new HeadroomError("not-found", "This link is invalid or no longer works.", {
    hint: "Ask the person who sent it for a new one.",
  });
}
