import { createHash } from "node:crypto";

/** What the database stores of a secret. 256 random bits need no salt and no slow hash. */
export function hashSecret(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

export function encodeSecret(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
