import { HeadroomError } from "@headroom/core";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import { requireScope } from "../scope.ts";
import { readTicket } from "./ticket.ts";
import type { TicketClaims, TicketPurpose } from "./ticket.ts";

/** How far the clocks of the two processes may differ. */
const SKEW_MILLIS = 30_000;

/**
 * Whose ticket it is, and what for. The person's membership and role are read again, and their session: a removed member, one
 * who can only read by now, or one who signed out can't send files with an older ticket.
 */
export async function checkUploadTicket({
  services,
  input: { ticket, secret },
}: {
  services: Services;
  input: { ticket: string; secret: Uint8Array };
}): Promise<{ ctx: Context; purpose: TicketPurpose }> {
  const claims = readTicket(ticket, secret);
  if (claims === null) throw unknownTicket();
  requireInTime(claims, services.clock().getTime());
  const { workspaceId, personId, purpose } = claims;
  const [memberships] = await Promise.all([
    services.db.lookup.membershipsOf(personId),
    requireSession(services, claims),
  ]);
  const membership = memberships.find((one) => one.workspaceId === workspaceId);
  if (membership === undefined) {
    throw new HeadroomError("unauthenticated", "You are no longer a member of this workspace.", {
      hint: "Ask a workspace owner.",
    });
  }
  const ctx = contextOf(services, workspaceId, { kind: "person", id: personId, role: membership.role });
  requireScope(ctx, purpose.kind === "upload" ? "ingest" : "read");
  return { ctx, purpose };
}

async function requireSession(services: Services, { personId, sessionId }: TicketClaims): Promise<void> {
  if (sessionId === null) return;
  const open = await services.db.lookup.sessionsOf(personId);
  if (open.some(({ id, expiresAt }) => id === sessionId && expiresAt > services.clock())) return;
  throw new HeadroomError("unauthenticated", "The session that this upload ticket belongs to has ended.", {
    hint: "Sign in again, then reload the page.",
  });
}

function requireInTime({ issuedAt, expiresAt }: TicketClaims, now: number): void {
  if (now >= expiresAt.getTime() + SKEW_MILLIS) {
    throw new HeadroomError(
      "token-expired",
      "The upload ticket has expired. Tickets are valid for ten minutes.",
      {
        hint: "Send again. The upload page gets a new ticket for each attempt.",
      },
    );
  }
  if (now < issuedAt.getTime() - SKEW_MILLIS) throw unknownTicket();
}

function unknownTicket(): HeadroomError {
  return new HeadroomError("unauthenticated", "The upload ticket is invalid.", {
    hint: "Reload the upload page. If it happens again, check that web and ingest share one HEADROOM_SECRET and that their clocks agree.",
  });
}
