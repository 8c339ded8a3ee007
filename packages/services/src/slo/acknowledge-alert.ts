import type { SloAlertAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { answerAlert } from "./get-alert.ts";
import { requireSlo } from "./require-slo.ts";

/** Somebody looks into it: until it ends, people are only notified if it gets worse. */
export async function acknowledgeSloAlert({
  ctx,
  secret,
  input,
}: {
  ctx: Context;
  secret: Uint8Array;
  input: { id: string };
}): Promise<SloAlertAnswer> {
  requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: sloId, name } = await requireSlo(tx, ctx, input.id);
    await tx.query("select from slo_alert where slo_id = $1 for no key update", [sloId]);
    const alert = await tx.prisma.sloAlert.findUnique({ where: { sloId } });
    if (alert === null || alert.state === null || alert.state === "ok") {
      throw new HeadroomError("conflict", "There is nothing to acknowledge.", {
        hint: "Only an SLO whose budget is burning or spent can be acknowledged.",
      });
    }
    if (alert.acknowledgedAt !== null) return answerAlert(tx, ctx, secret, alert);
    const acknowledgedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const data = { acknowledgedAt: ctx.clock(), acknowledgedBy };
    const after = await tx.prisma.sloAlert.update({ where: { sloId }, data });
    const detail = { name, state: alert.state };
    await writeAudit(tx, ctx, { action: "slo.acknowledge", subjectKind: "slo", subjectId: sloId, detail });
    return answerAlert(tx, ctx, secret, after);
  });
}
