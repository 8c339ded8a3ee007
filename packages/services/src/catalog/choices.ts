import { readCatalogChoices } from "@headroom/db";
import type { CatalogChoices } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

export type { CatalogChoice, CatalogChoices } from "@headroom/db";

/** What the catalog can be filtered by. */
export async function listCatalogChoices({ ctx }: { ctx: Context }): Promise<CatalogChoices> {
  requireScope(ctx, "read");
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) => readCatalogChoices(tx, { serviceId }));
}
