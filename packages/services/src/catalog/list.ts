import { z } from "zod";
import { CATALOG_SORTS, CATALOG_STATES, noExperiments, readCatalog, readExperimentLines } from "@headroom/db";
import type { CatalogPage, ExperimentLine, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope, onlyServiceOf } from "../scope.ts";

/** Names contain no null characters, and the database rejects queries that do. */
const searched = z
  .string()
  .max(200)
  .transform((text) => text.replaceAll("\0", ""));

const catalogInput = z.strictObject({
  search: searched.optional(),
  serviceSlug: searched.optional(),
  group: searched.optional(),
  tag: searched.optional(),
  environment: searched.optional(),
  owner: searched.optional(),
  state: z.enum(CATALOG_STATES).optional(),
  sort: z.enum(CATALOG_SORTS).default("latest"),
  direction: z.enum(["asc", "desc"]).optional(),
  skip: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(200).default(100),
});

export type {
  CatalogEntry,
  CatalogLatest,
  CatalogPage,
  CatalogRun,
  CatalogSort,
  CatalogState,
  CatalogTarget,
  NewerRun,
} from "@headroom/db";

/** The experiments of the workspace with their latest runs. */
export async function listCatalog({
  ctx,
  input = {},
}: {
  ctx: Context;
  input?: z.input<typeof catalogInput>;
}): Promise<CatalogPage> {
  requireScope(ctx, "read");
  const asked = parseInput(catalogInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const own = await ownServiceSlug(tx, ctx);
    if (own !== null && asked.serviceSlug !== undefined && own !== asked.serviceSlug) return NOTHING;
    return readCatalog(tx, given({ ...asked, serviceSlug: own ?? asked.serviceSlug }));
  });
}

/** The same with the last runs of each, by the figure that it is known by. */
export async function listCatalogLines(
  asked: Parameters<typeof listCatalog>[0],
): Promise<CatalogPage & { lines: ExperimentLine[] }> {
  const page = await listCatalog(asked);
  const ids = page.experiments.map(({ id }) => id);
  const { db, workspaceId } = asked.ctx;
  return { ...page, lines: await db.inWorkspace(workspaceId, (tx) => readExperimentLines(tx, ids)) };
}

const NOTHING: CatalogPage = {
  experiments: [],
  total: 0,
  counts: noExperiments(),
  groups: [],
};

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Omits what wasn't given. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>;
}

/** The one service that the actor is limited to; null: all of them. */
async function ownServiceSlug(tx: WorkspaceTx, ctx: Context): Promise<string | null> {
  const only = onlyServiceOf(ctx.actor);
  if (only === null) return null;
  const { slug } = await tx.prisma.service.findUniqueOrThrow({ where: { id: only }, select: { slug: true } });
  return slug;
}
