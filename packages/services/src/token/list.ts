import type { Scope } from "@headroom/core";
import type { TokenListAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isScope } from "./secret.ts";

export interface ListedToken {
  id: string;
  name: string;
  scopes: Scope[];
  serviceId: string | null;
  createdAt: Date;
  rotatedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** With any of its secrets. */
  lastUsedAt: Date | null;
  /** Replaced ones that still work, oldest first. */
  previousSecrets: { validUntil: Date; lastUsedAt: Date | null }[];
}

/** The tokens that the workspace created, newest first. Those that CI jobs got for some minutes aren't listed. */
export async function listTokens({ ctx }: { ctx: Context }): Promise<ListedToken[]> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { tokens, uses, valid } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    tokens: await tx.prisma.token.findMany({
      where: { ciIdentityId: null },
      omit: { tokenHash: true, workspaceId: true, createdBy: true, rotatedBy: true, ciIdentityId: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
    uses: await tx.prisma.replacedSecret.groupBy({ by: ["tokenId"], _max: { lastUsedAt: true } }),
    valid: await tx.prisma.replacedSecret.findMany({
      where: { validUntil: { gt: ctx.clock() } },
      select: { tokenId: true, validUntil: true, lastUsedAt: true },
      orderBy: { replacedAt: "asc" },
    }),
  }));
  const usedBefore = new Map(uses.map(({ tokenId, _max }) => [tokenId, _max.lastUsedAt]));
  return tokens.map((token) => ({
    ...token,
    scopes: token.scopes.filter(isScope),
    lastUsedAt: later(token.lastUsedAt, usedBefore.get(token.id) ?? null),
    previousSecrets:
      token.revokedAt !== null
        ? []
        : valid
            .filter(({ tokenId }) => tokenId === token.id)
            .map(({ validUntil, lastUsedAt }) => ({ validUntil, lastUsedAt })),
  }));
}

/** The same, as the HTTP API returns it. */
export async function listTokensOf({ ctx }: { ctx: Context }): Promise<TokenListAnswer> {
  const tokens = await listTokens({ ctx });
  const services = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.service.findMany({
      where: { id: { in: tokens.flatMap(({ serviceId }) => serviceId ?? []) } },
      select: { id: true, slug: true },
    }),
  );
  const slugs = new Map(services.map(({ id, slug }) => [id, slug]));
  return {
    tokens: tokens.map(({ serviceId, previousSecrets, ...token }) => ({
      id: token.id,
      name: token.name,
      scopes: token.scopes,
      service: serviceId === null ? null : (slugs.get(serviceId) ?? null),
      createdAt: token.createdAt.toISOString(),
      rotatedAt: text(token.rotatedAt),
      expiresAt: text(token.expiresAt),
      revokedAt: text(token.revokedAt),
      lastUsedAt: text(token.lastUsedAt),
      previousSecrets: previousSecrets.map(({ validUntil, lastUsedAt }) => ({
        validUntil: validUntil.toISOString(),
        lastUsedAt: text(lastUsedAt),
      })),
    })),
  };
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function text(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
