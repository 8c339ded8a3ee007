import { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requirePerson } from "./require-person.ts";
import { VIEWED_PAGES } from "./save.ts";

export interface SavedView {
  id: string;
  name: string;
  query: string;
  shared: boolean;
}

export const listViewsInput = z.strictObject({ page: z.enum(VIEWED_PAGES) });

/** The views of a page that are shared, and the person's own, by name. */
export async function listViews({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof listViewsInput>;
}): Promise<{ views: SavedView[] }> {
  requireScope(ctx, "read");
  const { page } = parseInput(listViewsInput, input);
  const personId = requirePerson(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    views: await tx.prisma.savedView.findMany({
      where: { page, OR: [{ shared: true }, { personId }] },
      select: { id: true, name: true, query: true, shared: true },
      orderBy: [{ shared: "asc" }, { name: "asc" }, { id: "asc" }],
    }),
  }));
}
