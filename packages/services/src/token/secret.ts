import { SCOPES } from "@headroom/core";
import type { Scope } from "@headroom/core";
import { encodeSecret } from "../secret.ts";

/** The prefix shows people, and scanners for leaked secrets, what kind of token it is. */
export function tokenSecret(scopes: readonly string[], bytes: Uint8Array): string {
  const hint: Scope = scopes.includes("manage") ? "manage" : scopes.includes("ingest") ? "ingest" : "read";
  return `hr_${hint}_${encodeSecret(bytes)}`;
}

const KNOWN: readonly string[] = SCOPES;
export const isScope = (scope: string): scope is Scope => KNOWN.includes(scope);
