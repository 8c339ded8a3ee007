import { alertStateOf, isNews, isQuietAt } from "@headroom/core";
import type { SloAlertState } from "@headroom/core";
import { readDueSloAlerts } from "@headroom/db";
import type { SloAlertModel, WorkspaceTx } from "@headroom/db";
import type { SloStatus } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import type { Mailer } from "../mail/mail.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { quietHoursOf } from "./alert-input.ts";
import { isSealed, sealWebhook } from "../notification/slo-webhook.ts";
import { readObjectives } from "./answer-slo.ts";
import { readBeside, spanOf, statusOf } from "./measure-slo.ts";
import { notify } from "./notify.ts";
import { readTallies } from "./read-tallies.ts";

/** Less than the minute between two rounds, so that a round that is a little early doesn't miss its turn. */
const EVERY_MILLIS = 50_000;
/** More than this server checks within a minute. Those that have waited longest come first. */
const MOST = 20_000;
/** A check mostly waits for the database. */
const AT_ONCE = 4;

/**
 * Checks every SLO that people are notified of, once a minute however many processes do so, and notifies of each change
 * once: what was sent is stored in the transaction that queues it.
 */
export async function checkSloAlerts({
  services,
  secret,
  mailer,
  keepDays,
}: {
  services: Services;
  secret: Uint8Array;
  mailer: Mailer;
  keepDays: TrafficRetention;
}): Promise<{ notified: number; failures: unknown[] }> {
  const before = new Date(services.clock().getTime() - EVERY_MILLIS);
  const due = await services.db.asJobs((tx) => readDueSloAlerts(tx, before, MOST));
  const failures: unknown[] = [];
  let notified = 0;
  const waiting = due.values();
  const work = async () => {
    for (const one of waiting) await checkNext(one);
  };
  const checkNext = async ({ sloId, workspaceId }: (typeof due)[number]) => {
    const ctx = contextOf(services, workspaceId, { kind: "system", id: null });
    const check = (tx: WorkspaceTx) => checkOne(tx, ctx, sloId, { before, secret, mailer, keepDays });
    try {
      notified += Number(await services.db.inWorkspace(workspaceId, check));
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { notified, failures };
}

async function checkOne(
  tx: WorkspaceTx,
  ctx: Context,
  sloId: string,
  {
    before,
    secret,
    mailer,
    keepDays,
  }: { before: Date; secret: Uint8Array; mailer: Mailer; keepDays: TrafficRetention },
): Promise<boolean> {
  // Another process may be doing the same, or have just done it.
  const held = await tx.query(
    "select from slo_alert where slo_id = $1 and (checked_at is null or checked_at < $2) for no key update skip locked",
    [sloId, before.toISOString()],
  );
  const alert = held.length === 0 ? null : await tx.prisma.sloAlert.findUnique({ where: { sloId } });
  if (alert === null) return false;
  const { slo, status } = await measure(tx, ctx, sloId, keepDays);
  const now = ctx.clock();
  const state = alertStateOf(status, alert.state as SloAlertState | null);
  const changed = state !== alert.state ? { state, stateAt: now } : {};
  const sends = state !== null && sendsNow(alert, state, now);
  const seen = sends ? { sentState: state, acknowledgedAt: null, acknowledgedBy: null } : {};
  const sealed = sealedSince(secret, alert);
  await tx.prisma.sloAlert.update({
    where: { sloId },
    data: { ...changed, ...seen, ...sealed, checkedAt: now },
  });
  if (!sends) return false;
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: slo.serviceId },
    select: { slug: true, name: true },
  });
  const previous = alert.sentState as SloAlertState;
  await notify(tx, ctx, mailer, { state, previous, slo, service, status, alert });
  return true;
}

/** What an earlier build stored in clear is sealed by the first check after the update. */
function sealedSince(secret: Uint8Array, { webhookUrl }: SloAlertModel): { webhookUrl?: string } {
  return webhookUrl === null || isSealed(webhookUrl) ? {} : { webhookUrl: sealWebhook(secret, webhookUrl) };
}

function sendsNow(alert: SloAlertModel, state: SloAlertState, now: Date): boolean {
  const quiet = quietHoursOf(alert);
  if (quiet !== null && isQuietAt(quiet, now)) return false;
  const isAcknowledged = alert.acknowledgedAt !== null;
  return isNews({ state, sent: alert.sentState as SloAlertState, isAcknowledged });
}

async function measure(tx: WorkspaceTx, ctx: Context, sloId: string, keepDays: TrafficRetention) {
  const slo = await tx.prisma.slo.findUniqueOrThrow({ where: { id: sloId } });
  const [stored = { slo, objectives: [] }] = await readObjectives(tx, [slo]);
  const span = spanOf(slo, ctx.clock());
  const range = { from: span.readFrom, to: span.until };
  const cells = await readTallies(tx, ctx, stored, { range, keepDays });
  const status: SloStatus = statusOf(cells, span, await readBeside(tx, slo.serviceId, span));
  return { slo, status };
}
