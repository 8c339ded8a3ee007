import type { ListedToken } from "@headroom/services";
import { formatCount } from "@headroom/ui";

type TokenState = "works" | "expired" | "revoked";

export interface TokenRow {
  id: string;
  name: string;
  scopes: string;
  /** Null: any service. */
  service: string | null;
  state: TokenState;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
}

export interface TokensModel {
  rows: TokenRow[];
  sentence: { lead: string; rest: string };
}

const SCOPE_WORDS = { ingest: "send", read: "read", manage: "manage" } as const;

/** Those that work first, in the order they were given: newest first. */
export function prepareTokens(
  tokens: readonly ListedToken[],
  services: ReadonlyMap<string, string>,
  now: Date,
): TokensModel {
  const rows = tokens.map((token) => toRow(token, services, now));
  const working = rows.filter(({ state }) => state === "works");
  return {
    rows: [...working, ...rows.filter(({ state }) => state !== "works")],
    sentence: sentenceOf(working),
  };
}

function toRow(token: ListedToken, services: ReadonlyMap<string, string>, now: Date): TokenRow {
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes.map((scope) => SCOPE_WORDS[scope]).join(", "),
    service: token.serviceId === null ? null : (services.get(token.serviceId) ?? "a service that is gone"),
    state: stateOf(token, now),
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
  };
}

function stateOf({ revokedAt, expiresAt }: ListedToken, now: Date): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "works";
}

function sentenceOf(working: readonly TokenRow[]): TokensModel["sentence"] {
  if (working.length === 0)
    return { lead: "No token works.", rest: "A program sends and reads runs with a token of its own." };
  const unused = working.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  const used = working.length - unused;
  return {
    lead: `${formatCount(working.length)} ${working.length === 1 ? "token works" : "tokens work"}.`,
    rest:
      unused === 0 ? "" : used === 0 ? "None was used yet." : `${formatCount(unused)} of them never used.`,
  };
}
