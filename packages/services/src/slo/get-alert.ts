import type { SloAlertAnswer } from "@headroom/contract";
import type { SloAlertState } from "@headroom/core";
import type { SloAlertModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { mayDo, requireScope } from "../scope.ts";
import { openWebhook } from "../notification/slo-webhook.ts";
import { clockText, quietHoursOf } from "./alert-input.ts";
import { requireSlo } from "./require-slo.ts";
import { answerHealth } from "../notification/answer-health.ts";
import { readPersonName } from "../member/person-name.ts";
import { readSigningKeys } from "../notification/sign-webhook.ts";

/** Who is notified of an SLO, and its state. */
export async function getSloAlert({
  ctx,
  secret,
  input,
}: {
  ctx: Context;
  secret: Uint8Array;
  input: { id: string };
}): Promise<SloAlertAnswer> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id } = await requireSlo(tx, ctx, input.id);
    return answerAlert(tx, ctx, secret, await tx.prisma.sloAlert.findUnique({ where: { sloId: id } }));
  });
}

const NOBODY: Omit<SloAlertAnswer, "signingKey" | "previousKeyUntil"> = {
  emails: [],
  webhookUrl: null,
  quietHours: null,
  deliveries: null,
  state: null,
  since: null,
  checkedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
};

export async function answerAlert(
  tx: WorkspaceTx,
  ctx: Context,
  secret: Uint8Array,
  alert: SloAlertModel | null,
): Promise<SloAlertAnswer> {
  const mayEdit = mayDo(ctx.actor, "edit");
  const { workspaceId } = ctx;
  const keys = await readSigningKeys(tx, { secret, workspaceId, now: ctx.clock() });
  const signing = {
    signingKey: mayEdit ? keys.current : null,
    previousKeyUntil: keys.previous?.until.toISOString() ?? null,
  };
  if (alert === null) return { ...NOBODY, ...signing };
  const { webhookUrl } = alert;
  return {
    emails: alert.emails,
    // Its path may be a secret.
    webhookUrl: mayEdit ? openedOrNull(secret, webhookUrl) : null,
    deliveries: await webhookHealth(tx, alert),
    quietHours: quietTextsOf(alert),
    // The table allows nothing else.
    state: alert.state as SloAlertState | null,
    since: alert.stateAt?.toISOString() ?? null,
    checkedAt: alert.checkedAt?.toISOString() ?? null,
    acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: await readPersonName(tx, alert.acknowledgedBy),
    ...signing,
  };
}

/** Null: there is none, or the server's secret has been changed since. Its deliveries say so. */
function openedOrNull(secret: Uint8Array, stored: string | null): string | null {
  try {
    return stored === null ? null : openWebhook(secret, stored);
  } catch {
    return null;
  }
}

function quietTextsOf(alert: SloAlertModel): SloAlertAnswer["quietHours"] {
  const quiet = quietHoursOf(alert);
  if (quiet === null) return null;
  return { from: clockText(quiet.fromMinute), to: clockText(quiet.toMinute), timeZone: quiet.timeZone };
}

async function webhookHealth(tx: WorkspaceTx, { sloId, webhookUrl }: SloAlertModel) {
  if (webhookUrl === null) return null;
  const healthOf = await answerHealth(tx, "slo", [sloId]);
  return healthOf(sloId);
}
