import "server-only";
import type { SloAlertAnswer, SloAnswer, SloReport } from "@headroom/contract";
import { getSlo, getSloAlert, getSloReport } from "@headroom/services";
import type { Context } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { secret } from "../../server/secret.ts";

/** An SLO as its page shows it, again and again. */
export interface WatchedSlo {
  now: string;
  slo: SloAnswer;
  report: SloReport;
  /** What everybody may see of its alert. Whom it notifies, and how, isn't part of it. */
  alertState: AlertState;
}

type AlertState = Pick<SloAlertAnswer, "state" | "since" | "checkedAt" | "acknowledgedAt" | "acknowledgedBy">;

export async function watchSlo(ctx: Context, id: string): Promise<WatchedSlo> {
  const now = ctx.clock().toISOString();
  const [slo, report, alert] = await Promise.all([
    getSlo({ ctx, input: { id, webUrl: env().HEADROOM_WEB_URL } }),
    getSloReport({ ctx, keepDays: trafficKeptFor(env()), input: { id } }),
    getSloAlert({ ctx, secret: secret(), input: { id } }),
  ]);
  const { state, since, checkedAt, acknowledgedAt, acknowledgedBy } = alert;
  return { now, slo, report, alertState: { state, since, checkedAt, acknowledgedAt, acknowledgedBy } };
}
