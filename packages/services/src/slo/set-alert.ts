import { sloAlertFields } from "@headroom/contract";
import type { SloAlertAnswer } from "@headroom/contract";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { alertColumnsOf } from "./alert-input.ts";
import type { WebhookSettings } from "../notification/channel-url.ts";
import { sealWebhook } from "../notification/slo-webhook.ts";
import { answerAlert } from "./get-alert.ts";
import { requireSlo } from "./require-slo.ts";

/** Sets who is notified of an SLO. Without an email or a webhook, nobody is. */
export async function setSloAlert({
  ctx,
  webhooks,
  input,
}: {
  ctx: Context;
  webhooks: WebhookSettings;
  input: { id: string; body: unknown };
}): Promise<SloAlertAnswer> {
  requireScope(ctx, "edit");
  const fields = parseInput(sloAlertFields, input.body);
  const columns = alertColumnsOf(fields, webhooks);
  const { secret } = webhooks;
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
    const { webhookUrl } = columns;
    const stored = { ...columns, webhookUrl: webhookUrl === null ? null : sealWebhook(secret, webhookUrl) };
    const alert = await tx.prisma.sloAlert.upsert({
      where: { sloId },
      create: { ...stored, sloId, workspaceId },
      update: stored,
    });
    return answerAlert(tx, ctx, secret, alert);
  });
}
