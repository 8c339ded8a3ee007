import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { SloAlertState } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import type { Mailer } from "../mail/mail.ts";
import { requireScope } from "../scope.ts";
import { notify } from "./notify.ts";
import { requireSlo } from "./require-slo.ts";

const PAUSE_MILLIS = MINUTE_MILLIS;

/** Sends a test to everyone who is notified of an SLO, at most once a minute. */
export async function testSloAlert({
  ctx,
  mailer,
  input,
}: {
  ctx: Context;
  mailer: Mailer;
  input: { id: string };
}): Promise<{ emails: number; webhook: boolean }> {
  requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const slo = await requireSlo(tx, ctx, input.id);
    await tx.query("select from slo where id = $1 for no key update", [slo.id]);
    const alert = await tx.prisma.sloAlert.findUnique({ where: { sloId: slo.id } });
    if (alert === null) {
      throw new HeadroomError("conflict", "No alerts are set for this SLO.", {
        hint: "Add an email or a webhook first.",
      });
    }
    const since = new Date(ctx.clock().getTime() - PAUSE_MILLIS);
    const action = "slo.test-alert";
    const recent = await tx.prisma.auditEntry.count({
      where: { action, subjectId: slo.id, at: { gt: since } },
    });
    if (recent > 0)
      throw new HeadroomError("conflict", "A test was just sent.", { hint: "Try again in a minute." });
    const service = await tx.prisma.service.findUniqueOrThrow({
      where: { id: slo.serviceId },
      select: { slug: true, name: true },
    });
    const previous = alert.sentState as SloAlertState;
    await notify(tx, ctx, mailer, { state: "test", previous, slo, service, status: null, alert });
    const detail = { name: slo.name };
    await writeAudit(tx, ctx, { action, subjectKind: "slo", subjectId: slo.id, detail });
    return { emails: alert.emails.length, webhook: alert.webhookUrl !== null };
  });
}
