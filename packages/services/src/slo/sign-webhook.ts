import { createHmac } from "node:crypto";
import { keyFor } from "../instance-secret.ts";

/** What receivers check webhooks of a workspace with. */
export function signingKeyOf(secret: Uint8Array, workspaceId: string): string {
  return Buffer.from(keyFor(secret, `webhook ${workspaceId}`)).toString("hex");
}

/** `t` is when it was signed, so that an old request can't be sent again later. */
export function signWebhook(key: string, body: string, at: Date): string {
  const second = Math.floor(at.getTime() / 1_000);
  return `t=${second},v1=${createHmac("sha256", key).update(`${second}.${body}`).digest("hex")}`;
}
