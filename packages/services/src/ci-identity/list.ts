import { audienceOf } from "@headroom/contract";
import type { CiIdentityList } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { isScope } from "../token/secret.ts";
import { storedClaims } from "./claims.ts";
import type { CiSettings } from "./create.ts";

/** The CI jobs that the workspace trusts, newest first. */
export async function listCiIdentities({
  ctx,
  input: { settings },
}: {
  ctx: Context;
  input: { settings: CiSettings };
}): Promise<CiIdentityList> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { identities, active, services } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    identities: await tx.prisma.ciIdentity.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
    active: await tx.prisma.token.groupBy({
      by: ["ciIdentityId"],
      where: { ciIdentityId: { not: null }, revokedAt: null, expiresAt: { gt: ctx.clock() } },
      _count: true,
    }),
    services: await tx.prisma.service.findMany({ select: { id: true, slug: true } }),
  }));
  const slugs = new Map(services.map(({ id, slug }) => [id, slug]));
  const counts = new Map(active.map(({ ciIdentityId, _count }) => [ciIdentityId, _count]));
  return {
    issuers: [...settings.issuers],
    identities: identities.map(({ id, name, issuer, claims, scopes, serviceId, ...identity }) => ({
      id,
      name,
      issuer,
      audience: audienceOf(settings.webUrl, id),
      claims: storedClaims(claims),
      scopes: scopes.filter(isScope),
      service: serviceId === null ? null : (slugs.get(serviceId) ?? null),
      createdAt: identity.createdAt.toISOString(),
      lastUsedAt: identity.lastUsedAt?.toISOString() ?? null,
      activeTokens: counts.get(id) ?? 0,
    })),
  };
}
