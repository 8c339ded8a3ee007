import type { SloStatus } from "@headroom/contract";
import { HOUR_SECONDS, rateInWords, spentSoFar } from "@headroom/core";
import type { SloAlertState } from "@headroom/core";
import { formatFigure, formatLength } from "@headroom/core/format";
import type { SloAlertModel, SloModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { addDeliveries, addDelivery } from "../notification/add-deliveries.ts";
import type { Notice } from "../notification/notice.ts";
import { MAIL_ATTEMPTS, SEND_MAIL } from "../mail/mail.ts";
import type { Mail, Mailer } from "../mail/mail.ts";

export interface Notification {
  /** `test`: somebody wants to see whether notifications arrive. */
  state: SloAlertState | "test";
  /** What people were notified of before. */
  previous: SloAlertState;
  slo: SloModel;
  service: { slug: string; name: string };
  /** Null: only a test. */
  status: SloStatus | null;
}

const WORDS: Record<Notification["state"], string> = {
  ok: "back to normal",
  "burning-slowly": "error budget is burning slowly",
  spent: "error budget is spent",
  "burning-fast": "error budget is burning fast",
  test: "test notification",
};

/** Queues one notification for everyone who gets it, in the transaction of the change: both happen, or neither. */
export async function notify(
  tx: WorkspaceTx,
  ctx: Context,
  mailer: Mailer,
  { alert, ...notification }: Notification & { alert: SloAlertModel },
): Promise<void> {
  const { slo, service } = notification;
  const url = `${mailer.webUrl}/services/${encodeURIComponent(service.slug)}/slos/${slo.id}`;
  for (const to of alert.emails) {
    const sealed = mailer.seal(mailOf(to, url, notification));
    await addJob(tx, { name: SEND_MAIL, payload: { sealed }, key: null, attempts: MAIL_ATTEMPTS });
  }
  const notice = noticeOf(url, notification);
  // A test of one SLO's alert is for those who are notified of that SLO.
  if (notification.state !== "test")
    await addDeliveries(tx, ctx, { event: "slo.state", serviceId: slo.serviceId, notice });
  if (alert.webhookUrl !== null) await addDelivery(tx, ctx, { sloId: slo.id }, notice);
}

function noticeOf(url: string, notification: Notification): Notice {
  const { state, status } = notification;
  return {
    type: typeOf(state),
    title: titleOf(notification),
    lines: [...subjectLines(notification), ...(status === null ? [] : statusLines(status))],
    link: { words: "Open the SLO", url },
    incident: {
      key: `slo-${notification.slo.id}`,
      isOver: state === "ok",
      isUrgent: state === "burning-fast",
      source: oneLine(notification.service.name),
    },
    body: ({ delivery, at }) => bodyOf(notification, { delivery, url, at }),
  };
}

const typeOf = (state: Notification["state"]) => (state === "test" ? "test" : "slo.state");
const titleOf = ({ slo, state }: Notification) => `${oneLine(slo.name)}: ${WORDS[state]}`;

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 120);

function subjectLines({ slo, service }: Notification): string[] {
  return [
    `Service: ${oneLine(service.name)}`,
    ...(slo.label === null ? [] : [`Label: ${oneLine(slo.label)}`]),
  ];
}

function mailOf(to: string, url: string, notification: Notification): Mail {
  const { slo, status } = notification;
  const name = oneLine(slo.name);
  return {
    to,
    subject: titleOf(notification),
    text: [
      [`SLO: ${name}`, ...subjectLines(notification)].join("\n"),
      status === null ? "This is a test. Nothing has changed." : statusLines(status).join("\n"),
      url,
    ].join("\n\n"),
  };
}

/** Somebody rehearses: nobody has to get up for it. */
const SIMULATED = "A simulator sent at least part of this traffic.";

function statusLines(status: SloStatus): string[] {
  const { requests, bad, burnRates, simulated, maintenance } = status;
  const range = ({ low, high }: { low: number; high: number }) =>
    low === high ? formatFigure(low) : `${formatFigure(low)} to ${formatFigure(high)}`;
  const alerting = burnRates.filter(({ state }) => state === "alert");
  const burning = alerting.map(({ long, longSeconds, alertingRate }) => {
    const rate = long === null ? "" : range(long);
    return `Burn rate of the last ${longSeconds / HOUR_SECONDS} h: ${rate}. It alerts at ${formatFigure(alertingRate)}.`;
  });
  const judged = `${leftLine(status, range)}${range(bad)} of ${formatFigure(requests)} requests were bad.`;
  const leftOut = maintenance.map(({ title }) => `Maintenance “${oneLine(title)}” isn't counted.`);
  return [...(simulated === null ? [] : [SIMULATED]), judged, ...leftOut, ...burning];
}

/** Of a window that has just begun, how fast the budget burns. */
function leftLine(status: SloStatus, range: (range: { low: number; high: number }) => string): string {
  const { leftPercent } = status.budget;
  const early = spentSoFar(status);
  if (early !== null)
    return `It burns at ${rateInWords(early)}, with requests in ${formatLength(early.measuredSeconds)} of ${formatLength(early.windowSeconds)}. `;
  return leftPercent === null ? "" : `${range(leftPercent)}% of the error budget is left. `;
}

function bodyOf(
  { state, previous, slo, service, status }: Notification,
  { delivery, url, at }: { delivery: string; url: string; at: string },
) {
  return {
    type: typeOf(state),
    delivery,
    at,
    slo: { id: slo.id, name: slo.name, label: slo.label, service: service.slug, url },
    state,
    previous,
    status,
  };
}
