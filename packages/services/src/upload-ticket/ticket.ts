import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { keyFor } from "../instance-secret.ts";

/** What a ticket may be used for: to detect and send a file, or to download files of one run: kept ones, and its cells. */
export type TicketPurpose = { kind: "upload" } | { kind: "run-files"; runId: string };

export interface TicketClaims {
  workspaceId: string;
  personId: string;
  /** The session that asked for it, with which it ends; null if it wasn't a session. */
  sessionId: string | null;
  purpose: TicketPurpose;
  issuedAt: Date;
  expiresAt: Date;
}

const VERSION = "hrt_1";
/** Longer than any of our tickets. */
const MAX_LENGTH = 1_000;

const payload = z.strictObject({
  w: z.uuid(),
  p: z.uuid(),
  s: z.uuid().optional(),
  r: z.uuid().optional(),
  i: z.int(),
  e: z.int(),
});

/** Whether a bearer value is a ticket, of any version, and not a token. */
export function isUploadTicket(bearer: string): boolean {
  return bearer.startsWith("hrt_");
}

/** `hrt_1.<claims>.<signature>`: the claims contain everything, so nothing is stored. */
export function signTicket(claims: TicketClaims, secret: Uint8Array): string {
  const { workspaceId, personId, sessionId, purpose, issuedAt, expiresAt } = claims;
  const written: z.input<typeof payload> = {
    w: workspaceId,
    p: personId,
    ...(sessionId === null ? {} : { s: sessionId }),
    ...(purpose.kind === "run-files" ? { r: purpose.runId } : {}),
    i: issuedAt.getTime(),
    e: expiresAt.getTime(),
  };
  const said = `${VERSION}.${Buffer.from(JSON.stringify(written)).toString("base64url")}`;
  return `${said}.${signatureOf(said, secret).toString("base64url")}`;
}

/** The claims of a ticket, if it is one of ours. The caller checks by its clock whether it is still valid. */
export function readTicket(ticket: string, secret: Uint8Array): TicketClaims | null {
  const end = ticket.lastIndexOf(".");
  if (ticket.length > MAX_LENGTH || end < 0) return null;
  const said = ticket.slice(0, end);
  const given = Buffer.from(ticket.slice(end + 1), "base64url");
  const expected = signatureOf(said, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [version, claims = ""] = said.split(".");
  if (version !== VERSION) return null;
  const { w, p, s, r, i, e } = payload.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return {
    workspaceId: w,
    personId: p,
    sessionId: s ?? null,
    purpose: r === undefined ? { kind: "upload" } : { kind: "run-files", runId: r },
    issuedAt: new Date(i),
    expiresAt: new Date(e),
  };
}

function signatureOf(said: string, secret: Uint8Array): Buffer {
  return createHmac("sha256", keyFor(secret, "upload ticket")).update(said).digest();
}
