import type { FastifyBaseLogger } from "fastify";
import { isPostponed, MINUTE_MILLIS, SECOND_MILLIS } from "@headroom/core";
import {
  checkDayAlerts,
  checkSloAlerts,
  closeSilentRuns,
  freezePastPeakDays,
  removePastAccess,
  removePastDeliveries,
  queueLiveProofs,
  queueWeeklyMails,
  retireRuns,
  warnFullWorkspaces,
} from "@headroom/services";
import type {
  LiveIntake,
  OwnClock,
  Mailer,
  Services,
  SilenceInput,
  TrafficRetention,
  Uploads,
} from "@headroom/services";

const EVERY_MILLIS = MINUTE_MILLIS;
/** People want to know within a minute and a half that a peak day goes wrong. */
const DAYS_EVERY_MILLIS = 15 * SECOND_MILLIS;

export interface Swept {
  services: Services;
  /** What is over, and who is silent, is judged by it: while it is off, nothing is swept. */
  ownClock: OwnClock;
  /** Sweeps what belongs to the whole installation, and not only what this process left behind. */
  ofAll: boolean;
  uploads: Uploads;
  intake: LiveIntake;
  /** Owners are mailed before their workspace reaches its limit. Null: only those with a quota have one. */
  warning: { maxBytes: number | null; mailer: Mailer };
  alerts: { secret: Uint8Array; mailer: Mailer; keepDays: TrafficRetention };
  /** A server that can't send mail writes no weekly mail either. */
  sendsMail: boolean;
  /** How long until a live run's writers count as gone. */
  silence: SilenceInput;
}

/** Sweeps at the start and every minute, and looks at running peak days more often. What failed is tried again. */
export function startSweeping(swept: Swept, log: FastifyBaseLogger): { stop(): void } {
  const whileRight = (work: () => Promise<void>) => async () => (swept.ownClock.isOff ? undefined : work());
  if (!swept.ofAll) return every(EVERY_MILLIS, () => removeLeavings(swept, log), log);
  const sweeping = every(
    EVERY_MILLIS,
    whileRight(() => sweepOnce(swept, log)),
    log,
  );
  const watching = every(
    DAYS_EVERY_MILLIS,
    whileRight(() => checkDays(swept, log)),
    log,
  );
  return {
    stop: () => {
      sweeping.stop();
      watching.stop();
    },
  };
}

/** At once and then again and again, but never twice at the same time. */
function every(millis: number, work: () => Promise<void>, log: FastifyBaseLogger): { stop(): void } {
  let running = false;
  async function once(): Promise<void> {
    if (running) return;
    running = true;
    try {
      await work();
    } catch (error) {
      report(error, log);
    } finally {
      running = false;
    }
  }
  void once();
  const timer = setInterval(() => void once(), millis).unref();
  return { stop: () => clearInterval(timer) };
}

async function sweepOnce(swept: Swept, log: FastifyBaseLogger): Promise<void> {
  // First: a sweep that fails mustn't hold up alerts.
  await checkAlerts(swept, log);
  await removeLeavings(swept, log);
  await retire(swept, log);
  await freezePast(swept, log);
  await proveLive(swept);
  await removePast(swept, log);
  await writeWeekly(swept, log);
  await warnFull(swept, log);
  // Last: it needs room, which the others make.
  await closeSilent(swept, log);
}

async function checkDays(
  { services, alerts: { mailer, keepDays } }: Swept,
  log: FastifyBaseLogger,
): Promise<void> {
  const { told, failures } = await checkDayAlerts({ services, webUrl: mailer.webUrl, keepDays });
  if (told > 0) log.info({ peakDays: told }, "told channels of peak days");
  for (const failure of failures) report(failure, log);
}

async function removeLeavings({ uploads }: Swept, log: FastifyBaseLogger): Promise<void> {
  const swept = await uploads.sweep();
  if (swept.parts + swept.claims > 0) log.info({ swept }, "removed data left by unfinished uploads");
}

async function closeSilent(
  { services, uploads, intake, silence }: Swept,
  log: FastifyBaseLogger,
): Promise<void> {
  const { failures, ...closed } = await closeSilentRuns({ services, uploads, intake, input: silence });
  if (closed.interrupted + closed.removed > 0) log.info({ closed }, "closed live runs that stopped sending");
  for (const failure of failures) report(failure, log);
}

async function retire({ services }: Swept, log: FastifyBaseLogger): Promise<void> {
  const retired = await retireRuns({ services });
  if (retired > 0) log.info({ retired }, "deleted runs past their workspace's retention");
}

async function freezePast({ services }: Swept, log: FastifyBaseLogger): Promise<void> {
  const days = await freezePastPeakDays({ services });
  if (days > 0) log.info({ peakDays: days }, "freezing peak days that are over");
}

async function proveLive({ services }: Swept): Promise<void> {
  await queueLiveProofs({ services });
}

async function writeWeekly({ services, sendsMail }: Swept, log: FastifyBaseLogger): Promise<void> {
  if (!sendsMail) return;
  const { queued, failures } = await queueWeeklyMails({ services });
  if (queued > 0) log.info({ mails: queued }, "writing weekly mails");
  for (const failure of failures) report(failure, log);
}

async function removePast({ services }: Swept, log: FastifyBaseLogger): Promise<void> {
  const removed = await removePastAccess({ services });
  if (Object.values<number>({ ...removed }).some((count) => count > 0))
    log.info({ removed }, "removed old sessions, links, secrets and tokens of CI jobs");
  const deliveries = await removePastDeliveries({ services });
  if (deliveries > 0) log.info({ deliveries }, "removed deliveries of more than 30 days ago");
}

async function warnFull({ services, warning }: Swept, log: FastifyBaseLogger): Promise<void> {
  const { mailer, maxBytes } = warning;
  const warned = await warnFullWorkspaces({ services, mailer, input: { maxBytes } });
  if (warned > 0)
    log.warn({ workspaces: warned }, "mailed the owners of workspaces that are running out of storage");
}

async function checkAlerts({ services, alerts }: Swept, log: FastifyBaseLogger): Promise<void> {
  const { notified, failures } = await checkSloAlerts({ services, ...alerts });
  if (notified > 0) log.info({ slos: notified }, "notified people of SLOs");
  for (const failure of failures) report(failure, log);
}

function report(error: unknown, log: FastifyBaseLogger): void {
  if (isPostponed(error)) log.warn({ reason: error.message }, "sweep postponed");
  else log.error({ err: error }, "sweep failed");
}
