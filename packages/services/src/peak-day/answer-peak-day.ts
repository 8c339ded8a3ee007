import { CURVE_PARTS } from "@headroom/contract";
import type { CurveSummary, PeakDayAnswer } from "@headroom/contract";
import type { PeakDayModel, ServiceDayCurveModel, ServiceDayModel, WorkspaceTx } from "@headroom/db";
import type { StoredPoints } from "./day-points.ts";
import { frozenAnswer, readFrozen } from "./frozen-day.ts";

/** A peak day as the API and pages show it. */
export async function answerPeakDay(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  webUrl: string,
): Promise<PeakDayAnswer> {
  const { id, peakDayId, serviceId, expectedPeak, expectedSource } = day;
  const peakDay = await tx.prisma.peakDay.findUniqueOrThrow({ where: { id: peakDayId } });
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: serviceId },
    select: { slug: true, name: true },
  });
  const curves = await tx.prisma.serviceDayCurve.findMany({ where: { serviceDayId: id } });
  const [curve = null, weeks = null] = CURVE_PARTS.map((part) => curves.find((one) => one.part === part));
  const { owner, notes, version, updatedAt } = peakDay;
  return {
    ...timesOf(peakDay),
    service,
    expectedPeak,
    expectedSource,
    owner,
    notes,
    earlier: await readEarlierLinks(tx, day),
    curve: curve === null ? null : summaryOfCurve(curve),
    weeksBefore: weeks === null ? null : summaryOfCurve(weeks),
    frozen: curve === null ? frozenAnswer(await readFrozen(tx, day)) : null,
    version,
    updatedAt: updatedAt.toISOString(),
    url: `${webUrl}/peak-days/${peakDayId}`,
  };
}

/** The earlier days that have the service, too, latest first. */
export async function readEarlierLinks(
  tx: WorkspaceTx,
  { id, serviceId }: Pick<ServiceDayModel, "id" | "serviceId">,
): Promise<PeakDayAnswer["earlier"]> {
  const links = await tx.prisma.serviceDayEarlier.findMany({ where: { serviceDayId: id } });
  const earlier = await tx.prisma.serviceDay.findMany({
    where: { serviceId, peakDayId: { in: links.map(({ earlierId }) => earlierId) } },
    orderBy: [{ startsAt: "desc" }, { id: "asc" }],
  });
  const growth = new Map(links.map((link) => [link.earlierId, link]));
  return earlier.map((one) => {
    const { growthLow = 1, growthHigh = 1 } = growth.get(one.peakDayId) ?? {};
    return { ...timesOf(one), growthLow, growthHigh };
  });
}

type TimedDay = Pick<PeakDayModel, "name" | "startsAt" | "endsAt" | "timeZone" | "eventName" | "eventAt">;

/** What the day is called, and when it is; of a service's day, that of the day it belongs to. */
export function timesOf(day: (TimedDay & { id: string }) | ServiceDayModel) {
  const { name, startsAt, endsAt, timeZone, eventName, eventAt } = day;
  return {
    id: "peakDayId" in day ? day.peakDayId : day.id,
    name,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timeZone,
    eventName,
    eventAt: eventAt.toISOString(),
  };
}

function summaryOfCurve({
  source,
  points,
  stepSeconds,
  p99Points,
  errorPoints,
  importedAt,
}: ServiceDayCurveModel): CurveSummary {
  const stored = points as unknown as StoredPoints;
  const at = (second: number) => new Date(second * 1_000).toISOString();
  const [first] = stored;
  const last = stored.at(-1);
  const [peakAt, peak] = stored.reduce((most, one) => (one[1] > most[1] ? one : most), first ?? [0, 0]);
  return {
    // Only verbs write it.
    source: source as CurveSummary["source"],
    importedAt: importedAt.toISOString(),
    stepSeconds,
    points: stored.length,
    from: at(first?.[0] ?? 0),
    to: at((last?.[0] ?? 0) + stepSeconds),
    peak,
    peakAt: at(peakAt),
    hasP99: p99Points !== null,
    hasErrors: errorPoints !== null,
  };
}
