import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { lineOfText } from "@headroom/contract";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { slugOf } from "@headroom/contract";

export const renameServiceInput = z.strictObject({ serviceId: z.string(), name: lineOfText });

/** Renames a service. Uploads still use the old name in their parameters: the slug stays. */
export async function renameService({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof renameServiceInput>;
}): Promise<void> {
  requireScope(ctx, "edit");
  const { serviceId, name } = parseInput(renameServiceInput, input);
  const slug = slugOf(name, "service");
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const only = onlyServiceOf(ctx.actor);
    const id = z.uuid().safeParse(serviceId);
    const mine = id.success && (only === null || only === id.data);
    const before = mine
      ? await tx.prisma.service.findFirst({ where: { id: id.data, provisional: false } })
      : null;
    if (before === null) throw noSuchService();
    if (before.name === name) return;
    const taken = await tx.prisma.service.findFirst({
      where: { NOT: { id: before.id }, OR: [{ slug }, { name }] },
      select: { name: true },
    });
    if (taken !== null) {
      throw new HeadroomError("conflict", `A service named "${taken.name}" already exists.`, {
        field: "name",
        hint: "Choose another name.",
      });
    }
    await tx.prisma.service.update({ where: { id: before.id }, data: { name } });
    await writeAudit(tx, ctx, {
      action: "service.rename",
      subjectKind: "service",
      subjectId: before.id,
      detail: { name, before: before.name },
    });
  });
}

function noSuchService(): HeadroomError {
  return new HeadroomError("not-found", "Service not found.", { hint: "Check the URL." });
}
