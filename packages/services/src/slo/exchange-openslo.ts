import type { ImportedSlo } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { createSlo } from "./create.ts";
import { getSlo } from "./get.ts";
import { readOpenSlo, writeOpenSlo } from "./openslo.ts";
import { updateSlo } from "./update.ts";

/** Creates an SLO from OpenSLO v1, or updates the one with its name in its service. */
export async function importOpenSlo({
  ctx,
  input: { source, webUrl },
}: {
  ctx: Context;
  input: { source: string; webUrl: string };
}): Promise<ImportedSlo> {
  requireScope(ctx, "edit");
  const { service: slug, fields, ignored } = readOpenSlo(source);
  const known = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    return tx.prisma.slo.findFirst({ where: { serviceId, name: fields.name } });
  });
  if (known === null) {
    const slo = await createSlo({ ctx, input: { body: { ...fields, service: slug }, webUrl } });
    return { slo, created: true, ignored };
  }
  const body = { ...fields, version: known.version };
  return { slo: await updateSlo({ ctx, input: { id: known.id, body, webUrl } }), created: false, ignored };
}

/** An SLO as OpenSLO v1, in YAML. */
export async function exportOpenSlo({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<string> {
  return writeOpenSlo(await getSlo({ ctx, input }));
}
