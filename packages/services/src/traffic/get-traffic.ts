import { z } from "zod";
import { DAY_SECONDS, HOUR_SECONDS, MAX_POINTS } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { trafficParameters } from "@headroom/contract";
import type { TrafficAnswer } from "@headroom/contract";
import { readTrafficGaps } from "@headroom/db";
import type { TrafficGap, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { begunIn } from "./begun-processes.ts";
import { readBesideTraffic, selectTrafficLabels } from "./shared-traffic.ts";
import { readTwiceIn } from "./read-twice.ts";
import { replicasIn } from "./heard-replicas.ts";
import { readHeardSources } from "./heard-sources.ts";
import { simulatedIn } from "./simulated-traffic.ts";
import { totalSeconds } from "./rate-seconds.ts";
import {
  readTrafficGaugeSeries,
  readTrafficLabels,
  readTrafficPoints,
  trafficRange,
  whole,
} from "./read-traffic.ts";
import type { TrafficGaugeSeries, TrafficPoint } from "./read-traffic.ts";
import type { TrafficRetention } from "./roll-up.ts";
import { timesOfTraffic } from "./traffic-times.ts";

const query = trafficParameters.extend({ service: z.string() });

/** How much an answer contains of a stretch. */
export interface TrafficExtent {
  points: number;
  labels: number;
}

const DEFAULT_SECONDS = HOUR_SECONDS;
const EXTENT: TrafficExtent = { points: MAX_POINTS, labels: 100 };
const MAX_GAPS = 100;
const UNMAPPED_SECONDS = DAY_SECONDS;

/** A service's live traffic in a stretch of time, by default the last hour. */
export async function getTraffic({
  ctx,
  keepDays,
  extent = EXTENT,
  input,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  /** A page draws fewer points, and lists all labels. */
  extent?: TrafficExtent;
  input: z.input<typeof query>;
}): Promise<TrafficAnswer> {
  requireScope(ctx, "read");
  const { service: slug, from, to, label = null } = parseInput(query, input);
  const now = Math.floor(ctx.clock().getTime() / 1_000);
  const end = to === undefined ? now : Math.floor(Date.parse(to) / 1_000);
  const begin = from === undefined ? end - DEFAULT_SECONDS : Math.floor(Date.parse(from) / 1_000);
  const range = trafficRange({ from: begin, to: end }, { now, keepDays, maxPoints: extent.points });
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await findService(tx, ctx, slug);
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: service.id } });
    const all = await readTrafficPoints(tx, service.id, range);
    const chosen = label === null ? null : await selectTrafficLabels(tx, service.id, label);
    const points = chosen === null ? all : await readTrafficPoints(tx, service.id, range, chosen);
    const latest = traffic?.lastAt ? Math.floor(traffic.lastAt.getTime() / 1_000) + 1 : 0;
    const labels = await readTrafficLabels(tx, service.id, range);
    const gaps = joined(await readTrafficGaps(tx, service.id, range));
    const gauges = await readTrafficGaugeSeries(tx, service.id, range);
    const drawn = { gauges, points: all, range };
    const { secondsOf, besideLoad } = await readBesideTraffic(tx, service.id, drawn, { now, latest });
    const requests = requestsOf(all);
    const total = whole(points.flatMap(({ parts }) => parts));
    const pointsOf = all.map(({ second }) => ({
      second,
      seconds: secondsOf.get(second) ?? range.pointSeconds,
    }));
    const reported = totalSeconds(pointsOf, range.pointSeconds);
    return {
      service: service.slug,
      name: service.name,
      from: at(range.from),
      to: at(range.to),
      pointSeconds: range.pointSeconds,
      ...(await readHeardSources(tx, { serviceId: service.id, traffic, now })),
      unmappedMetrics: await readUnmapped(tx, service.id, now),
      replicas: replicasIn(traffic, now * 1_000),
      readTwice: readTwiceIn(traffic?.readTwice ?? [], now * 1_000),
      begun: begunIn(traffic?.begun ?? [], range),
      latestAt: traffic?.lastAt?.toISOString() ?? null,
      ...timesOfTraffic(traffic),
      simulated: simulatedIn(traffic, range),
      label,
      selected: selectedOf(chosen, { labels, requests }),
      total: figuresOf(total, reported),
      points: points.map((point) => ({
        at: at(point.second),
        ...figuresOf(point, secondsOf.get(point.second) ?? range.pointSeconds),
      })),
      labelsTotal: labels.length,
      labels: labels.slice(0, extent.labels).map((own) => answerLabel(own, { requests, reported })),
      gaps: gaps.map(answerGap),
      gauges: gauges.map((gauge) => ({ ...answerGauge(gauge), besideLoad: besideLoad(gauge.name) })),
    };
  });
}

function requestsOf(points: readonly TrafficPoint[]): number {
  return points.reduce((sum, { cell }) => sum + cell.requests, 0);
}

/** `requests`: of all labels. */
function answerLabel(
  own: { label: string } & ReturnType<typeof whole>,
  { requests, reported }: { requests: number; reported: number },
): TrafficAnswer["labels"][number] {
  const share = requests === 0 ? 0 : own.cell.requests / requests;
  return { label: own.label, share, ...figuresOf(own, reported) };
}

const MAX_SELECTED = 100;

/** `labels`: the busiest first. Only those of the stretch are named. */
function selectedOf(
  chosen: readonly string[] | null,
  { labels, requests }: { labels: readonly { label: string; cell: Cell }[]; requests: number },
): TrafficAnswer["selected"] {
  if (chosen === null) return null;
  const isChosen = new Set(chosen);
  const own = labels.filter(({ label }) => isChosen.has(label));
  const ofOwn = own.reduce((sum, { cell }) => sum + cell.requests, 0);
  return {
    labels: own.slice(0, MAX_SELECTED).map(({ label }) => label),
    labelsTotal: own.length,
    share: requests === 0 ? null : ofOwn / requests,
  };
}

function answerGap({ fromMillis, toMillis, requests, atLeast }: TrafficGap) {
  return { from: at(fromMillis / 1_000), to: at(toMillis / 1_000), requests, atLeast };
}

function answerGauge({ name, unit, points }: TrafficGaugeSeries) {
  return {
    name,
    unit,
    points: points.map(({ second, cell: { sum, count, min, max } }) => {
      return { at: at(second), mean: sum / count, min, max };
    }),
  };
}

async function readUnmapped(tx: WorkspaceTx, serviceId: string, now: number): Promise<number> {
  const since = new Date((now - UNMAPPED_SECONDS) * 1_000);
  return tx.prisma.trafficMetric.count({ where: { serviceId, rule: null, seenAt: { gte: since } } });
}

/** Gaps that overlap are one; the latest of them. */
function joined(gaps: readonly TrafficGap[]): TrafficGap[] {
  const all: TrafficGap[] = [];
  for (const gap of gaps) {
    const last = all.at(-1);
    if (last === undefined || gap.fromMillis > last.toMillis) {
      all.push({ ...gap });
      continue;
    }
    last.toMillis = Math.max(last.toMillis, gap.toMillis);
    last.requests += gap.requests;
    last.atLeast ||= gap.atLeast;
  }
  return all.slice(-MAX_GAPS);
}

function figuresOf({ cell, parts }: ReturnType<typeof whole>, durationSeconds: number) {
  return summaryOf(cell, { durationSeconds, absent: [], parts });
}

function at(second: number): string {
  return new Date(second * 1_000).toISOString();
}
