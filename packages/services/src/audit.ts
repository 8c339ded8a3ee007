import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "./context.ts";

export interface AuditEntry {
  action: string;
  subjectKind: string;
  subjectId: string;
  detail?: Record<string, string | number | boolean | null | string[]>;
}

/** Records who did what, in the same transaction: neither exists without the other. */
export async function writeAudit(tx: WorkspaceTx, ctx: Context, entry: AuditEntry): Promise<void> {
  await tx.prisma.auditEntry.create({
    data: {
      id: ctx.newId(),
      workspaceId: ctx.workspaceId,
      at: ctx.clock(),
      actorKind: ctx.actor.kind,
      actorId: ctx.actor.id,
      action: entry.action,
      subjectKind: entry.subjectKind,
      subjectId: entry.subjectId,
      detail: entry.detail ?? {},
    },
  });
}
