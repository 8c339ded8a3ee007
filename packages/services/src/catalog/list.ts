import { z } from "zod";
import { readCatalog, type CatalogPage, type WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

/** No name holds a null character, and the database cannot be asked for one. */
const searched = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll("\0", ""));

const catalogInput = z.strictObject({
  search: searched.optional(),
  serviceSlug: searched.optional(),
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
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const own = await ownServiceSlug(tx, ctx);
    if (own !== null && serviceSlug !== undefined && own !== serviceSlug)
      return { experiments: [], total: 0 };
    const slug = own ?? serviceSlug;
    return readCatalog(tx, {
      skip,
      limit,
      ...(search === undefined ? {} : { search }),
      ...(slug === undefined ? {} : { serviceSlug: slug }),
    });
  });
}

/** Null: all of them. */
async function ownServiceSlug(tx: WorkspaceTx, ctx: Context): Promise<string | null> {
  const only = onlyServiceOf(ctx.actor);
  if (only === null) return null;
  const { slug } = await tx.prisma.service.findUniqueOrThrow({ where: { id: only }, select: { slug: true } });
  return slug;
}
