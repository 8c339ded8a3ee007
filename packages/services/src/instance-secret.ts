import { hkdfSync, scryptSync } from "node:crypto";
import { HeadroomError } from "@headroom/core";

const BYTES = 32;

export interface SecretSource {
  HEADROOM_SECRET?: string | undefined;
  DATABASE_URL: string;
}

/**
 * What the processes of one installation share and nobody else knows. Whoever knows the database's password needs no
 * signature of ours, so where no secret is set it is made from that; slowly, for what it signs leaves the house. Ask
 * once a process.
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

/** A key for one purpose alone: what one signs, another does not take. */
export function keyFor(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, new Uint8Array(), purpose, BYTES));
}
