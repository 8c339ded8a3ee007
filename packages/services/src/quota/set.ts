import { HeadroomError } from "@headroom/core";
import { formatCount } from "@headroom/core/format";
import { saveQuota } from "@headroom/db";
import type { Quota } from "@headroom/db";
import { z } from "zod";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";

const MOST_UPLOADS = 1_000_000_000;
const NO_UPLOADS_LIMIT = `expected a whole number from 0 to ${formatCount(MOST_UPLOADS)}`;
const NO_BYTES_LIMIT = `expected a whole number from 1 to ${formatCount(Number.MAX_SAFE_INTEGER)}`;

const changedQuota = z.strictObject({
  uploadsPerDay: z
    .int(NO_UPLOADS_LIMIT)
    .min(0, NO_UPLOADS_LIMIT)
    .max(MOST_UPLOADS, NO_UPLOADS_LIMIT)
    .nullable()
    .optional(),
  storedBytes: z.int(NO_BYTES_LIMIT).min(1, NO_BYTES_LIMIT).nullable().optional(),
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
