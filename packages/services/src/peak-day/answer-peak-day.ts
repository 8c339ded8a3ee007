import { CURVE_PARTS } from "@headroom/contract";
import type { CurveSummary, PeakDayAnswer } from "@headroom/contract";
import type { PeakDayCurveModel, PeakDayModel, WorkspaceTx } from "@headroom/db";
import type { StoredPoints } from "./day-points.ts";
import { frozenAnswer, readFrozen } from "./frozen-day.ts";

/** A peak day as the API and pages show it. */
export async function answerPeakDay(
  tx: WorkspaceTx,
  peakDay: PeakDayModel,
  webUrl: string,
): Promise<PeakDayAnswer> {
  const { id, serviceId } = peakDay;
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: serviceId },
    select: { slug: true, name: true },
  });
  const curves = await tx.prisma.peakDayCurve.findMany({ where: { peakDayId: id } });
  const [curve = null, weeks = null] = CURVE_PARTS.map((part) => curves.find((one) => one.part === part));
  const { expectedPeak, expectedSource, owner, notes, version, updatedAt } = peakDay;
  return {
    ...timesOf(peakDay),
    service,
    expectedPeak,
    expectedSource,
    owner,
    notes,
    earlier: await readEarlierLinks(tx, id),
    curve: curve === null ? null : summaryOfCurve(curve),
    weeksBefore: weeks === null ? null : summaryOfCurve(weeks),
    frozen: curve === null ? frozenAnswer(await readFrozen(tx, peakDay)) : null,
    version,
    updatedAt: updatedAt.toISOString(),
    url: `${webUrl}/peak-days/${id}`,
  };
}

/** Its earlier days, latest first. */
export async function readEarlierLinks(tx: WorkspaceTx, id: string): Promise<PeakDayAnswer["earlier"]> {
  const links = await tx.prisma.peakDayEarlier.findMany({ where: { peakDayId: id } });
  const earlier = await tx.prisma.peakDay.findMany({
    where: { id: { in: links.map(({ earlierId }) => earlierId) } },
    orderBy: [{ startsAt: "desc" }, { id: "asc" }],
  });
  const growth = new Map(links.map((link) => [link.earlierId, link]));
  return earlier.map((one) => {
    const { growthLow = 1, growthHigh = 1 } = growth.get(one.id) ?? {};
    return { ...timesOf(one), growthLow, growthHigh };
  });
}

export function timesOf({ id, name, startsAt, endsAt, timeZone, eventName, eventAt }: PeakDayModel) {
  return {
    id,
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
}: PeakDayCurveModel): CurveSummary {
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
