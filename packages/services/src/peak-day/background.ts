import type {
  EarlierCurve,
  PeakDayAnswer,
  PeakDayBackground,
  PeakDayGauge,
  ProvenCapacity,
} from "@headroom/contract";
import { sharedRequests, targetValues } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { textsOfAll } from "../run/record/target-set.ts";
import { readTrafficGaugeSeries, readTrafficPoints } from "../traffic/read-traffic.ts";
import type { TrafficGaugeSeries, TrafficRange } from "../traffic/read-traffic.ts";
import { readBesideTraffic } from "../traffic/shared-traffic.ts";
import { readDayPoints } from "./curve-points.ts";
import { readCurveSummary } from "./curve-summary.ts";
import { dayRange, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { readDaySummary } from "./day-summary.ts";
import type { DayPoints, ShownDay } from "./frozen-day.ts";
import { readLabelMix } from "./label-mix.ts";
import { readUptime } from "./uptime.ts";
import { readUsualWeekday } from "./usual-weekday.ts";

const MAX_GAUGES = 12;

interface BackgroundOf {
  day: ServiceDayModel;
  links: PeakDayAnswer["earlier"];
  own: DayPoints;
  capacity: ProvenCapacity;
  reading: Reading;
}

/** What a day is seen against. */
export async function readBackground(
  tx: WorkspaceTx,
  { day, links, own, capacity, reading }: BackgroundOf,
): Promise<PeakDayBackground> {
  const earlier = await readEarlierDays(tx, { day, links, reading });
  const usual = await readUsualWeekday(tx, day, reading);
  const targets = await readTargets(tx, day.serviceId);
  const isOver = reading.now >= secondOf(day.endsAt);
  if (own.source !== "live" || reading.now < secondOf(day.startsAt)) {
    const nothing = { gauges: [], mix: null, uptime: null, summary: null };
    const imported = isOver ? await readImported(tx, { day, own, earlier, reading }) : nothing;
    return { earlier, usual, targets, ...imported };
  }
  const gauges = await readGauges(tx, day, reading);
  const mix = await readLabelMix(tx, day, reading);
  const uptime = await readUptime(tx, day, reading);
  const summary = isOver
    ? await readDaySummary(tx, { day, reading, own, earlier, mix, uptime, capacity })
    : null;
  return { earlier, usual, targets, gauges, mix, uptime, summary };
}

/** Of a day that is frozen: only what people can still change is read. */
export function readFrozenBackground(shown: ShownDay): typeof readBackground {
  return async (tx, { day, links, own, reading }) => {
    const earlier = shown.isEarlierDue ? await readEarlierDays(tx, { day, links, reading }) : shown.earlier;
    const targets = await readTargets(tx, day.serviceId);
    const { usual, gauges, mix, uptime, summary } = shown;
    return own.source === "live"
      ? { earlier, usual, targets, gauges, mix, uptime, summary }
      : { earlier, usual, targets, ...(await readImported(tx, { day, own, earlier, reading })) };
  };
}

async function readImported(tx: WorkspaceTx, of: Parameters<typeof readCurveSummary>[1]) {
  return { gauges: [], mix: null, uptime: null, summary: await readCurveSummary(tx, of) };
}

/** Latest first. */
export async function readEarlierDays(
  tx: WorkspaceTx,
  { day, links, reading }: Pick<BackgroundOf, "day" | "links" | "reading">,
): Promise<EarlierCurve[]> {
  const earlier: EarlierCurve[] = [];
  for (const link of links) earlier.push(await readEarlier(tx, { day, link, reading }));
  return earlier;
}

/** On this day's clock: the events of both days at the same place. */
async function readEarlier(
  tx: WorkspaceTx,
  { day, link, reading }: { day: ServiceDayModel; link: BackgroundOf["links"][number]; reading: Reading },
): Promise<EarlierCurve> {
  const earlier = await tx.prisma.serviceDay.findFirstOrThrow({
    where: { peakDayId: link.id, serviceId: day.serviceId },
  });
  // All of it is over.
  const { points, pointSeconds, source, simulated } = await readDayPoints(tx, earlier, {
    ...reading,
    latest: reading.now,
  });
  const shift = Math.round((day.eventAt.getTime() - earlier.eventAt.getTime()) / 1_000);
  const [from, to] = [secondOf(day.startsAt), secondOf(day.endsAt)];
  const shifted = points.map((point): [number, number] => [
    Date.parse(point.at) / 1_000 + shift,
    point.throughput,
  ]);
  const { id, name, growthLow, growthHigh } = link;
  return {
    id,
    name,
    growthLow,
    growthHigh,
    stepSeconds: pointSeconds,
    points: shifted.filter(([second]) => second + pointSeconds > from && second < to),
    source,
    simulated,
  };
}

async function readGauges(tx: WorkspaceTx, day: ServiceDayModel, reading: Reading): Promise<PeakDayGauge[]> {
  const range = dayRange(day, reading);
  const read = await readTrafficGaugeSeries(tx, day.serviceId, range);
  const gauges = read.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_GAUGES);
  const shares = await readShares(tx, day.serviceId, { gauges, range }, reading);
  return gauges.map(({ name, unit, points }) => ({
    name,
    unit,
    points: points
      .toSorted((a, b) => a.second - b.second)
      .map(({ second, cell: { sum, count } }): [number, number] => [second, sum / count]),
    share: shares(name),
  }));
}

/** How many requests gauges are a share of. */
async function readShares(
  tx: WorkspaceTx,
  serviceId: string,
  { gauges, range }: { gauges: readonly TrafficGaugeSeries[]; range: TrafficRange },
  reading: Reading,
): Promise<(name: string) => PeakDayGauge["share"]> {
  const sharing = gauges.filter(({ unit }) => sharedRequests(unit) !== null);
  if (sharing.length === 0) return () => null;
  const points = await readTrafficPoints(tx, serviceId, range);
  const { besideLoad } = await readBesideTraffic(tx, serviceId, { gauges: sharing, points, range }, reading);
  const isShare = new Set(sharing.map(({ name }) => name));
  return (name) => (isShare.has(name) ? (besideLoad(name).share ?? null) : null);
}

/** What the experiments that represent the peak promise for any load. */
export async function readTargets(tx: WorkspaceTx, serviceId: string): Promise<PeakDayBackground["targets"]> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { serviceId, representsPeak: true, provisional: false, deletedAt: null },
    select: { targetSetId: true },
  });
  const texts = await textsOfAll(
    tx,
    experiments.flatMap(({ targetSetId }) => targetSetId ?? []),
  );
  const strictest = (metric: "p99" | "error-rate") => {
    const values = targetValues(texts, { metric, label: null, baseline: null }).map(({ value }) => value);
    return values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));
  };
  return { p99Ms: strictest("p99"), errorRate: strictest("error-rate") };
}
