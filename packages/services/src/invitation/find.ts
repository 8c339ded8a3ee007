import type { Role } from "@headroom/core";
import type { InvitationFound } from "@headroom/db";
import type { Services } from "../context.ts";
import { hashSecret } from "../secret.ts";

export type InvitationState = "open" | "used" | "expired";

export interface ShownInvitation {
  workspaceName: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  state: InvitationState;
}

/** What the holder of an invitation's secret can see of it; null if it never existed or was revoked. */
export async function findInvitation({
  services,
  input: { secret },
}: {
  services: Services;
  input: { secret: string };
}): Promise<ShownInvitation | null> {
  const found = await lookUpInvitation(services, secret);
  if (found === null) return null;
  const { workspaceName, email, role, invitedBy } = found;
  return { workspaceName, email, role, invitedBy, state: stateOf(found, services.clock()) };
}

/** Also null if it was revoked. */
export async function lookUpInvitation(services: Services, secret: string): Promise<InvitationFound | null> {
  const found = await services.db.lookup.invitationByHash(hashSecret(secret.slice(0, 200)));
  return found === null || found.revokedAt !== null ? null : found;
}

export function stateOf({ acceptedAt, expiresAt }: InvitationFound, now: Date): InvitationState {
  if (acceptedAt !== null) return "used";
  return expiresAt <= now ? "expired" : "open";
}
