import type { ImportedSlo } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { createSlo } from "./create.ts";
import { getSlo } from "./get.ts";
import { readOpenSlo, writeOpenSlo } from "./openslo.ts";
import { requireSlo } from "./require-slo.ts";
import { updateSlo } from "./update.ts";
import { isUuid } from "../uuid.ts";

/** Creates an SLO from OpenSLO v1, or updates the one with its `metadata.name` in its service. */
export async function importOpenSlo({
  ctx,
  input: { source, webUrl },
}: {
  ctx: Context;
  input: { source: string; webUrl: string };
}): Promise<ImportedSlo> {
  requireScope(ctx, "edit");
  const { service: slug, openSloName, fields, ignored } = readOpenSlo(source);
  const known = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    // One that no file made is exported by its ID.
    const byId = isUuid(openSloName) ? [{ id: openSloName, openSloName: null }] : [];
    const found = await tx.prisma.slo.findFirst({ where: { serviceId, OR: [{ openSloName }, ...byId] } });
    if (found === null) await requireUnnamed(tx, serviceId, fields.name);
    return found;
  });
  if (known === null) {
    const slo = await createSlo({ ctx, input: { body: { ...fields, service: slug }, webUrl, openSloName } });
    return { slo, created: true, ignored };
  }
  const body = { ...fields, version: known.version };
  return { slo: await updateSlo({ ctx, input: { id: known.id, body, webUrl } }), created: false, ignored };
}

/** A new SLO can't have the name of another one. */
async function requireUnnamed(tx: WorkspaceTx, serviceId: string, name: string): Promise<void> {
  const other = await tx.prisma.slo.findFirst({ where: { serviceId, name } });
  if (other === null) return;
  throw new HeadroomError("conflict", `The service already has an SLO named "${name}".`, {
    field: "metadata.displayName",
    hint: `Its metadata.name is ${other.openSloName ?? other.id}: use that to update it, or another displayName.`,
  });
}

/** An SLO as OpenSLO v1, in YAML. */
export async function exportOpenSlo({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<string> {
  const slo = await getSlo({ ctx, input });
  const { openSloName } = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requireSlo(tx, ctx, slo.id));
  return writeOpenSlo(slo, openSloName ?? slo.id);
}
