import { SCOPES } from "@headroom/core";
import type { Scope } from "@headroom/core";
import { encodeSecret } from "../secret.ts";

/** The prefix shows people, and scanners for leaked secrets, what kind of token it is. */
export function tokenSecret(scopes: readonly string[], bytes: Uint8Array): string {
  const hint: Scope = scopes.includes("manage") ? "manage" : scopes.includes("ingest") ? "ingest" : "read";
  return `hr_${hint}_${encodeSecret(bytes)}`;
}

/** Whether a secret can be one of ours: anything else needs no look-up. */
export const isTokenSecret = (secret: string): boolean => SECRET.test(secret);
const SECRET = /^hr_(?:manage|ingest|read)_[\w-]{43}$/;

const KNOWN: readonly string[] = SCOPES;
export const isScope = (scope: string): scope is Scope => KNOWN.includes(scope);
