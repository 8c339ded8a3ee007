import { z } from "zod";
import { readCatalog, type CatalogPage } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";

const catalogInput = z.strictObject({
  search: z.string().max(200).optional(),
  serviceSlug: z.string().max(200).optional(),
  skip: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(100),
});

export type { CatalogEntry, CatalogPage, CatalogRun } from "@headroom/db";

/** The experiments of the workspace with their latest runs. */
export async function listCatalog({
  ctx,
  input = {},
}: {
  ctx: Context;
  input?: z.input<typeof catalogInput>;
}): Promise<CatalogPage> {
  requireScope(ctx, "read");
  const { search, serviceSlug, skip, limit } = parseInput(catalogInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    readCatalog(tx, {
      skip,
      limit,
      ...(search === undefined ? {} : { search }),
      ...(serviceSlug === undefined ? {} : { serviceSlug }),
    }),
  );
}
