import { audienceOf, newCiIdentity } from "@headroom/contract";
import type { CreatedCiIdentity } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { ensureVisibleService } from "../service/ensure.ts";
import { personBehind, requireOwnGrant } from "../token/grant.ts";

/** What the server is set up for. */
export interface CiSettings {
  webUrl: string;
  /** Whose tokens the server accepts. */
  issuers: readonly string[];
}

/** From now on, jobs with these claims can get tokens with these scopes. */
export async function createCiIdentity({
  ctx,
  input: { body, settings },
}: {
  ctx: Context;
  input: { body: unknown; settings: CiSettings };
}): Promise<CreatedCiIdentity> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { name, issuer, claims, scopes, service } = parseInput(newCiIdentity, body);
  const id = ctx.newId();
  const { workspaceId } = ctx;
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    // It hands out scopes for as long as it exists.
    await requireOwnGrant(tx, ctx, { scopes, expiresAt: null });
    const serviceId = service === null ? null : await ensureVisibleService(tx, ctx, service);
    requireAccepted(issuer, settings);
    const createdBy = await personBehind(tx, ctx);
    await tx.prisma.ciIdentity.create({
      data: { id, workspaceId, name, issuer, claims, scopes, serviceId, createdBy, createdAt: ctx.clock() },
    });
    const stated = Object.entries(claims).map(([claim, value]) => `${claim}: ${value}`);
    await writeAudit(tx, ctx, {
      action: "ci-identity.create",
      subjectKind: "ci-identity",
      subjectId: id,
      detail: { name, issuer, claims: stated, scopes, serviceId },
    });
  });
  return { id, audience: audienceOf(settings.webUrl, id) };
}

function requireAccepted(issuer: string, { issuers }: CiSettings): void {
  if (issuers.includes(issuer)) return;
  throw new HeadroomError("parameter-unreadable", "This server doesn't accept tokens of this issuer.", {
    field: "issuer",
    fieldMessage: "This server doesn't accept tokens of this issuer.",
    hint:
      issuers.length === 0
        ? "It accepts none. Ask the operator to set HEADROOM_CI_ISSUERS."
        : `It accepts ${issuers.join(", ")}. Ask the operator to add others to HEADROOM_CI_ISSUERS.`,
  });
}
