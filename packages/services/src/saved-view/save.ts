import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { lineOfText, viewQuery } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requirePerson } from "./require-person.ts";

/** Pages whose filters, columns and charts are in the address. */
export const VIEWED_PAGES = ["experiments", "experiment"] as const;
export type ViewedPage = (typeof VIEWED_PAGES)[number];

/** Of one page, for one person or shared. */
const MAX_VIEWS = 50;
const MAX_QUERY = 2_000;

export const saveViewInput = z.strictObject({
  page: z.enum(VIEWED_PAGES),
  name: lineOfText,
  /** The address after the question mark. */
  query: z.string().max(MAX_QUERY),
  /** For everybody in the workspace. */
  shared: z.boolean(),
});

/** Saves a view by its name. A view that has the name, with the same people, becomes this one. */
export async function saveView({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof saveViewInput>;
}): Promise<{ id: string }> {
  requireScope(ctx, "read");
  const personId = requirePerson(ctx);
  const { page, name, query, shared } = parseInput(saveViewInput, input);
  if (shared) requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const same = { page, name, shared, ...(shared ? {} : { personId }) };
    const now = { query: viewQuery(query), personId, savedAt: ctx.clock() };
    const { workspaceId } = ctx;
    const added = { id: ctx.newId(), workspaceId, page, name, shared, ...now };
    await tx.prisma.savedView.createMany({ data: added, skipDuplicates: true });
    await tx.prisma.savedView.updateMany({ where: same, data: now });
    const { id } = await tx.prisma.savedView.findFirstOrThrow({ where: same });
    await requireRoom(tx, shared ? { page, shared } : { page, shared, personId });
    if (shared) {
      const detail = { name, page };
      await writeAudit(tx, ctx, { action: "view.save", subjectKind: "view", subjectId: id, detail });
    }
    return { id };
  });
}

async function requireRoom(
  tx: WorkspaceTx,
  where: { page: ViewedPage; shared: boolean; personId?: string },
): Promise<void> {
  if ((await tx.prisma.savedView.count({ where })) <= MAX_VIEWS) return;
  throw new HeadroomError("conflict", `There can be ${MAX_VIEWS} saved views of a page.`, {
    hint: "Delete one that nobody needs.",
  });
}
