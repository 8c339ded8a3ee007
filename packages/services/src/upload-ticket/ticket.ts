import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { keyFor } from "../instance-secret.ts";

/** What a ticket may be used for: to tell what a file is and to send it, or to fetch the kept files of one run. */
export type TicketPurpose = { kind: "upload" } | { kind: "raw-file"; runId: string };

export interface TicketClaims {
  workspaceId: string;
  personId: string;
  purpose: TicketPurpose;
  issuedAt: Date;
  expiresAt: Date;
}

const VERSION = "hrt_1";
/** Longer than any ticket of ours. */
const MAX_LENGTH = 1_000;

const payload = z.strictObject({
  w: z.uuid(),
  p: z.uuid(),
  r: z.uuid().optional(),
  i: z.int(),
  e: z.int(),
});

/** Whether a bearer is a ticket, of any version, and no token. */
export function isUploadTicket(bearer: string): boolean {
  return bearer.startsWith("hrt_");
}

/** `hrt_1.<claims>.<signature>`: everything that is to be known stands in it, so nothing is stored. */
export function signTicket(claims: TicketClaims, secret: Uint8Array): string {
  const { workspaceId, personId, purpose, issuedAt, expiresAt } = claims;
  const written: z.input<typeof payload> = {
    w: workspaceId,
    p: personId,
    ...(purpose.kind === "raw-file" ? { r: purpose.runId } : {}),
    i: issuedAt.getTime(),
    e: expiresAt.getTime(),
  };
  const said = `${VERSION}.${Buffer.from(JSON.stringify(written)).toString("base64url")}`;
  return `${said}.${signatureOf(said, secret).toString("base64url")}`;
}

/** What a ticket says, if it is one of ours. Whether it still holds is for the caller to judge by its clock. */
export function readTicket(ticket: string, secret: Uint8Array): TicketClaims | null {
  const end = ticket.lastIndexOf(".");
  if (ticket.length > MAX_LENGTH || end < 0) return null;
  const said = ticket.slice(0, end);
  const given = Buffer.from(ticket.slice(end + 1), "base64url");
  const expected = signatureOf(said, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [version, claims = ""] = said.split(".");
  if (version !== VERSION) return null;
  const { w, p, r, i, e } = payload.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return {
    workspaceId: w,
    personId: p,
    purpose: r === undefined ? { kind: "upload" } : { kind: "raw-file", runId: r },
    issuedAt: new Date(i),
    expiresAt: new Date(e),
  };
}

function signatureOf(said: string, secret: Uint8Array): Buffer {
  return createHmac("sha256", keyFor(secret, "upload ticket")).update(said).digest();
}
