import { DAY_MILLIS, MINUTE_SECONDS, mixDistance, TimeZone, usualWindows } from "@headroom/core";
import type { AroundEvent, Cell, EventWindow } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { StoredUsual, StoredUsualDay, StoredUsualSide } from "../comparison/stored-usual.ts";
import { figuresOf } from "../comparison/compared-run.ts";
import { LABELS_WITH_STATISTICS } from "../comparison/label-rows.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { CHANGES } from "../service-event/changes.ts";
import { readTrafficLabels, readTrafficPoints, whole } from "./read-traffic.ts";
import { simulatedIn } from "./simulated-traffic.ts";

/** More would reach back to another season. */
const MOST_DAYS = 14;
/** How far back the events matter: the days looked at, and one more for the clocks. */
const EVENT_DAYS = 30;
/** A window with less was partly silent. */
const REPORTED_SHARE = 0.9;

interface UsualQuestion {
  serviceId: string;
  windows: AroundEvent;
}

/** What the service did in the same hours of earlier days: without events, peak days or silences. */
export async function readUsual(tx: WorkspaceTx, question: UsualQuestion): Promise<StoredUsual> {
  const { serviceId, windows } = question;
  const origin = await tx.prisma.traffic.findUnique({ where: { serviceId } });
  const isSimulated = (window: EventWindow) => simulatedIn(origin, window) !== null;
  const now = await readDay(tx, serviceId, windows);
  const days: StoredUsualDay[] = [];
  for (const one of usualWindows(windows, await readHabits(tx, question))) {
    if (days.length === MOST_DAYS) break;
    if (isSimulated(one.before) !== isSimulated(windows.before)) continue;
    const day = await readDay(tx, serviceId, one);
    if (day !== null) days.push(day);
  }
  const asked = new Set(now?.labels.slice(0, LABELS_WITH_STATISTICS).map(({ label }) => label));
  return {
    apart: now?.apart ?? null,
    days: days.map((day) => ({ ...day, labels: day.labels.filter(({ label }) => asked.has(label)) })),
  };
}

/** The clocks that people there live by, and when the service wasn't as usual. */
async function readHabits(
  tx: WorkspaceTx,
  { serviceId, windows: { before, after } }: UsualQuestion,
): Promise<{ zone: TimeZone; busy: EventWindow[] }> {
  const since = new Date(before.from * 1_000 - EVENT_DAYS * DAY_MILLIS);
  const until = new Date(after.to * 1_000);
  const events = await tx.prisma.serviceEvent.findMany({
    where: { serviceId, kind: { in: [...CHANGES] }, at: { gte: since, lt: until } },
    select: { at: true },
  });
  const days = await tx.prisma.serviceDay.findMany({
    where: { serviceId },
    orderBy: { startsAt: "desc" },
    select: { startsAt: true, endsAt: true, timeZone: true },
  });
  const second = (moment: Date) => Math.floor(moment.getTime() / 1_000);
  return {
    zone: new TimeZone(days[0]?.timeZone ?? "UTC"),
    busy: [
      ...events.map(({ at }) => ({ from: second(at), to: second(at) + 1 })),
      ...days.map(({ startsAt, endsAt }) => ({ from: second(startsAt), to: second(endsAt) })),
    ],
  };
}

/** Null: parts of it are silent. */
async function readDay(
  tx: WorkspaceTx,
  serviceId: string,
  { before, after }: AroundEvent,
): Promise<StoredUsualDay | null> {
  const [one, other] = [await readSide(tx, serviceId, before), await readSide(tx, serviceId, after)];
  if (one === null || other === null) return null;
  return {
    day: new Date(before.from * 1_000).toISOString().slice(0, 10),
    whole: { before: one.whole, after: other.whole },
    labels: one.labels.flatMap(({ label, side }) => {
      const later = other.labels.find((candidate) => candidate.label === label);
      return later === undefined ? [] : [{ label, before: side, after: later.side }];
    }),
    apart: mixDistance(one.shares, other.shares),
  };
}

interface Side {
  whole: StoredUsualSide;
  /** Busiest first. */
  labels: { label: string; side: StoredUsualSide }[];
  shares: ReadonlyMap<string, number>;
}

async function readSide(tx: WorkspaceTx, serviceId: string, { from, to }: EventWindow): Promise<Side | null> {
  const range = { from, to, pointSeconds: MINUTE_SECONDS };
  const points = await readTrafficPoints(tx, serviceId, range);
  if (points.length < (REPORTED_SHARE * (to - from)) / MINUTE_SECONDS) return null;
  const labels = await readTrafficLabels(tx, serviceId, range);
  const sum = labels.reduce((total, { cell }) => total + cell.requests, 0);
  const sideOf = (cell: Cell, parts: readonly Cell[]): StoredUsualSide => {
    const summary = summaryOf(cell, { durationSeconds: to - from, absent: [], parts });
    return { figures: figuresOf({ summary }), requests: summary.requests, errors: summary.errors };
  };
  const { cell, parts } = whole(points.flatMap((point) => point.parts));
  return {
    whole: sideOf(cell, parts),
    labels: labels.map((one) => ({ label: one.label, side: sideOf(one.cell, one.parts) })),
    shares: new Map(labels.map((one) => [one.label, one.cell.requests / sum])),
  };
}
