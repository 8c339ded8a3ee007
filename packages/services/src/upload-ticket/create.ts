import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { Context } from "../context.ts";
import { readRunId } from "../run/record/get.ts";
import { requireRun } from "../run/record/require-run.ts";
import { requireScope } from "../scope.ts";
import { signTicket } from "./ticket.ts";
import type { TicketPurpose } from "./ticket.ts";

const TICKET_LIFETIME_MILLIS = 10 * MINUTE_MILLIS;

export interface CreatedUploadTicket {
  ticket: string;
  expiresAt: Date;
}

/**
 * Lets a person's page talk to ingest for ten minutes or until they sign out, so that their session stays with the pages. It isn't stored
 * anywhere; the audit log lists what is done with it under the person's name.
 */
export async function createUploadTicket({
  ctx,
  input: { secret, purpose, sessionId },
}: {
  ctx: Context;
  input: { secret: Uint8Array; purpose: TicketPurpose; sessionId: string | null };
}): Promise<CreatedUploadTicket> {
  requireScope(ctx, purpose.kind === "upload" ? "ingest" : "read");
  if (ctx.actor.kind !== "person") {
    throw new HeadroomError("scope-missing", "Upload tickets are for people. A token does not need one.", {
      hint: "Send the token itself as `Authorization: Bearer <token>`.",
    });
  }
  const issuedAt = ctx.clock();
  const expiresAt = new Date(issuedAt.getTime() + TICKET_LIFETIME_MILLIS);
  const { workspaceId, actor } = ctx;
  const held = purpose.kind === "run-files" ? await heldToRun(ctx, purpose.runId) : purpose;
  const claims = { workspaceId, personId: actor.id, sessionId, purpose: held, issuedAt, expiresAt };
  return { ticket: signTicket(claims, secret), expiresAt };
}

async function heldToRun(ctx: Context, given: string): Promise<TicketPurpose> {
  const runId = readRunId(given);
  await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requireRun(tx, ctx, runId));
  return { kind: "run-files", runId };
}
