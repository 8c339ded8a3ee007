import { createHmac, timingSafeEqual } from "node:crypto";
import { keyFor } from "../instance-secret.ts";

const ID_BYTES = 16;
const SAID_BYTES = 2 * ID_BYTES;
const SIGNATURE_BYTES = 32;
const MAX_LENGTH = 200;

/** One person's mail about one workspace. */
export interface Subscription {
  workspaceId: string;
  personId: string;
}

/**
 * The secret of the link that stops somebody's mail. It never expires: a mail can be read late, and all that its link can do
 * is stop this mail. Checking it needs no database, so a wrong one learns nothing from it.
 */
export function signStop({ workspaceId, personId }: Subscription, secret: Uint8Array): string {
  const said = Buffer.from((workspaceId + personId).replaceAll("-", ""), "hex");
  return Buffer.concat([said, signatureOf(said, secret)]).toString("base64url");
}

/** Null: it wasn't signed with this secret. */
export function readStop(token: string, secret: Uint8Array): Subscription | null {
  const bytes = Buffer.from(token.slice(0, MAX_LENGTH), "base64url");
  if (bytes.length !== SAID_BYTES + SIGNATURE_BYTES) return null;
  const said = bytes.subarray(0, SAID_BYTES);
  if (!timingSafeEqual(bytes.subarray(SAID_BYTES), signatureOf(said, secret))) return null;
  return {
    workspaceId: idOf(said.subarray(0, ID_BYTES)),
    personId: idOf(said.subarray(ID_BYTES)),
  };
}

/** Whether a link can stop any mail, for the page that asks before it does. */
export function isStopLink(token: string, secret: Uint8Array): boolean {
  return readStop(token, secret) !== null;
}

function signatureOf(said: Uint8Array, secret: Uint8Array): Buffer {
  return createHmac("sha256", keyFor(secret, "weekly mail stop")).update(said).digest();
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
