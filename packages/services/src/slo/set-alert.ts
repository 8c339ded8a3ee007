import { sloAlertFields } from "@headroom/contract";
import type { SloAlertAnswer } from "@headroom/contract";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { alertColumnsOf } from "./alert-input.ts";
import { answerAlert } from "./get-alert.ts";
import { requireSlo } from "./require-slo.ts";

/** Sets who is notified of an SLO. Without an email or a webhook, nobody is. */
export async function setSloAlert({
  ctx,
  secret,
  input,
}: {
  ctx: Context;
  secret: Uint8Array;
  input: { id: string; body: unknown };
}): Promise<SloAlertAnswer> {
  requireScope(ctx, "edit");
  const fields = parseInput(sloAlertFields, input.body);
  const columns = alertColumnsOf(fields);
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { id: sloId, name } = await requireSlo(tx, ctx, input.id);
    await tx.query("select from slo where id = $1 for no key update", [sloId]);
    const isOff = columns.emails.length === 0 && columns.webhookUrl === null;
    const detail = {
      name,
      emails: columns.emails,
      webhook: columns.webhookUrl === null ? null : new URL(columns.webhookUrl).host,
    };
    await writeAudit(tx, ctx, { action: "slo.alert", subjectKind: "slo", subjectId: sloId, detail });
    if (isOff) {
      await tx.prisma.sloAlert.deleteMany({ where: { sloId } });
      return answerAlert(tx, ctx, secret, null);
    }
    const alert = await tx.prisma.sloAlert.upsert({
      where: { sloId },
      create: { ...columns, sloId, workspaceId },
      update: columns,
    });
    return answerAlert(tx, ctx, secret, alert);
  });
}
