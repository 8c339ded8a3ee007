import { HeadroomError } from "@headroom/core";
import { type Quota, saveQuota } from "@headroom/db";
import { z } from "zod";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";

const changedQuota = z.strictObject({
  uploadsPerDay: z.int().min(0).max(1_000_000_000).nullable().optional(),
  storedBytes: z.int().min(1).nullable().optional(),
});

/** Sets what a workspace may upload and store. What isn't given stays. Only for commands of the server's operator. */
export async function setQuota({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof changedQuota>;
}): Promise<Quota> {
  requireScope(ctx, "manage");
  if (ctx.actor.kind !== "system")
    throw new HeadroomError("scope-missing", "Only the server's operator can set a quota.");
  const changes = parseInput(changedQuota, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { quota, changed } = await saveQuota(tx, ctx.workspaceId, changes);
    if (changed)
      await writeAudit(tx, ctx, {
        action: "workspace.quota",
        subjectKind: "workspace",
        subjectId: ctx.workspaceId,
        detail: { ...quota },
      });
    return quota;
  });
}
