import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requirePerson } from "./require-person.ts";

export const deleteViewInput = z.strictObject({ id: z.string() });

/** Deletes the person's own view, or as an editor a shared one. */
export async function deleteView({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof deleteViewInput>;
}): Promise<void> {
  requireScope(ctx, "read");
  const id = z.uuid().safeParse(parseInput(deleteViewInput, input).id);
  const personId = requirePerson(ctx);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const OR = [{ shared: true }, { personId }];
    const view = id.success ? await tx.prisma.savedView.findFirst({ where: { id: id.data, OR } }) : null;
    if (view === null)
      throw new HeadroomError("not-found", "View not found.", {
        hint: "It may have been deleted. Reload the page.",
      });
    if (view.shared) requireScope(ctx, "edit");
    await tx.prisma.savedView.delete({ where: { id: view.id } });
    if (!view.shared) return;
    const detail = { name: view.name, page: view.page };
    await writeAudit(tx, ctx, { action: "view.delete", subjectKind: "view", subjectId: view.id, detail });
  });
}
