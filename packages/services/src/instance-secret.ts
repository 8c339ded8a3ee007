import { hkdfSync, scryptSync } from "node:crypto";
import { HeadroomError } from "@headroom/core";

const BYTES = 32;

export interface SecretSource {
  HEADROOM_SECRET?: string | undefined;
  DATABASE_URL: string;
}

/**
 * A secret that the processes of one installation share. Anyone with the database password could forge data
 * anyway, so without a configured secret it is derived from that password; slowly, because what it signs is public. Ask
 * once per process.
 */
export function instanceSecret({ HEADROOM_SECRET: secret, DATABASE_URL: url }: SecretSource): Uint8Array {
  if (secret !== undefined) return Buffer.from(secret, "utf8");
  const password = URL.parse(url)?.password ?? "";
  if (password !== "") return scryptSync(password, "headroom instance secret", BYTES);
  throw new HeadroomError("parameter-missing", "HEADROOM_SECRET is not set.", {
    field: "HEADROOM_SECRET",
    hint: "It is required when DATABASE_URL has no password. Create one with: openssl rand -hex 32",
  });
}

/** A key for one purpose: what one key signs, another rejects. */
export function keyFor(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), purpose, BYTES));
}
