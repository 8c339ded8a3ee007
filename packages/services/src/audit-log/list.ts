import { z } from "zod";
import { readAudit } from "@headroom/db";
import type { AuditLine } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";

export const auditLogInput = z.strictObject({
  actions: z.array(z.string().max(100)).max(50).default([]),
  actorId: z.uuid().nullable().default(null),
  before: z.strictObject({ at: z.date(), id: z.uuid() }).nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

export interface AuditPage {
  lines: AuditLine[];
  /** Where the next page begins; null on the last page. */
  next: { at: Date; id: string } | null;
}

/** Who did what in the workspace, newest first. */
export async function listAuditLog({
  ctx,
  input = {},
}: {
  ctx: Context;
  input?: z.input<typeof auditLogInput>;
}): Promise<AuditPage> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const wanted = parseInput(auditLogInput, input);
  const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    readAudit(tx, { ...wanted, limit: wanted.limit + 1 }),
  );
  const lines = found.slice(0, wanted.limit);
  const last = lines.at(-1);
  const more = found.length > lines.length && last !== undefined;
  return { lines, next: more ? { at: last.at, id: last.id } : null };
}
