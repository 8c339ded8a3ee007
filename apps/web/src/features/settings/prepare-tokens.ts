import { plural } from "@headroom/core/format";
import type { ListedToken } from "@headroom/services";
import { formatCount } from "@headroom/ui";

type TokenState = "active" | "expired" | "revoked";

export interface TokenRow {
  id: string;
  name: string;
  scopes: string;
  /** Null: any service. */
  service: string | null;
  state: TokenState;
  createdAt: string;
  rotatedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** Replaced secrets that still work, oldest first. */
  previous: { validUntil: string; lastUsedAt: string | null }[];
}

export interface TokensModel {
  rows: TokenRow[];
  sentence: { lead: string; rest: string };
}

/** Active ones first, otherwise in the given order: newest first. */
export function prepareTokens(
  tokens: readonly ListedToken[],
  services: ReadonlyMap<string, string>,
  now: Date,
): TokensModel {
  const rows = tokens.map((token) => toRow(token, services, now));
  const active = rows.filter(({ state }) => state === "active");
  return {
    rows: [...active, ...rows.filter(({ state }) => state !== "active")],
    sentence: sentenceOf(active),
  };
}

function toRow(token: ListedToken, services: ReadonlyMap<string, string>, now: Date): TokenRow {
  const state = stateOf(token, now);
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes.join(", "),
    service: token.serviceId === null ? null : (services.get(token.serviceId) ?? "a deleted service"),
    state,
    createdAt: token.createdAt.toISOString(),
    rotatedAt: token.rotatedAt?.toISOString() ?? null,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    // They end with their token.
    previous: state === "active" ? token.previousSecrets.map(toPrevious) : [],
  };
}

function toPrevious({ validUntil, lastUsedAt }: ListedToken["previousSecrets"][number]) {
  return { validUntil: validUntil.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function stateOf({ revokedAt, expiresAt }: ListedToken, now: Date): TokenState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

function sentenceOf(active: readonly TokenRow[]): TokensModel["sentence"] {
  if (active.length === 0)
    return { lead: "No active tokens.", rest: "Every program that uploads or reads runs needs a token." };
  const unused = active.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  const used = active.length - unused;
  return {
    lead: `${plural(active.length, "active token")}.`,
    rest: unused === 0 ? "" : used === 0 ? "Not used yet." : `${formatCount(unused)} never used.`,
  };
}
