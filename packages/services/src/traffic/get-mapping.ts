import { z } from "zod";
import { DAY_MILLIS, HOUR_SECONDS, MINUTE_MILLIS, OTHER_LABEL } from "@headroom/core";
import type { TrafficMapping } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { readHeardSources } from "./heard-sources.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { ownSourcesOf, requestSources, sourceTitle } from "./own-sources.ts";
import { readTrafficPoints } from "./read-traffic.ts";
import { seenExamples } from "./seen-metrics.ts";
import { timesOfTraffic } from "./traffic-times.ts";
import { countTrafficLabels, MAX_TRAFFIC_LABELS } from "./traffic-series.ts";

const query = z.strictObject({ service: z.string() });

const MAX_UNMAPPED = 200;
const MAX_FOLDED = 3;

/** What becomes of the metrics that arrive for a service. */
export async function getTrafficMapping({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof query>;
}): Promise<TrafficMapping> {
  requireScope(ctx, "read");
  const { service: slug } = parseInput(query, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    readMapping(tx, ctx, await findService(tx, ctx, slug)),
  );
}

export async function readMapping(
  tx: WorkspaceTx,
  ctx: Context,
  { id: serviceId, slug, name }: { id: string; slug: string; name: string },
): Promise<TrafficMapping> {
  const now = ctx.clock();
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
  const seen = new Map<string, Date>();
  for (const { rule, seenAt } of await tx.prisma.trafficRule.findMany({ where: { serviceId } }))
    seen.set(rule, seenAt);
  const ownSources = traffic?.ownSources ?? [];
  const sourceOf = (id: string | null) => {
    const title = sourceTitle(ownSources, id);
    const lastSeenAt = (id === null ? null : seen.get(id))?.toISOString() ?? null;
    return id === null || title === null ? null : { rule: id, title, lastSeenAt };
  };
  const { counted, next } = turnsOf(traffic, seen);
  const { leftOutAt, unusableAt } = timesOfTraffic(traffic);
  const heard = { serviceId, traffic, now: Math.floor(now.getTime() / 1_000) };
  const { alsoCounted } = await readHeardSources(tx, heard);
  return {
    service: slug,
    serviceName: name,
    ...choicesOf(traffic),
    counted: sourceOf(counted),
    alsoCounted: alsoCounted.map(({ rule }) => rule),
    next: sourceOf(next),
    sources: requestSources(ownSources).flatMap(({ id, title }) => {
      const at = seen.get(id)?.toISOString();
      return at === undefined ? [] : { rule: id, title, lastSeenAt: at };
    }),
    own: ownSourcesOf(ownSources),
    gauges: await tx.prisma.trafficSeries
      .findMany({ where: { serviceId, kind: "gauge" }, orderBy: { label: "asc" } })
      .then((all) => all.map(({ label, unit }) => ({ name: label, unit }))),
    ...(await readUnmapped(tx, serviceId, now)),
    leftOutAt,
    unusableAt,
    labels: await readLabelUse(tx, serviceId, now),
  };
}

interface Stored {
  rule: string | null;
  ruleIsChosen: boolean;
  foldPaths: boolean;
  countedRule: string | null;
}

/** What a person has set; a service that nothing has arrived for has what every service begins with. */
export function choicesOf(traffic: Stored | null): Pick<TrafficMapping, "rule" | "foldPaths"> {
  if (traffic === null) return { rule: null, foldPaths: true };
  return { rule: traffic.ruleIsChosen ? traffic.rule : null, foldPaths: traffic.foldPaths };
}

/** A chosen source that has never sent anything counts nothing yet. */
function turnsOf(
  traffic: Stored | null,
  seen: ReadonlyMap<string, Date>,
): { counted: string | null; next: string | null } {
  if (traffic === null) return { counted: null, next: null };
  const { rule, countedRule } = traffic;
  const counted = countedRule ?? (rule !== null && seen.has(rule) ? rule : null);
  return { counted, next: rule === counted ? null : rule };
}

async function readUnmapped(
  tx: WorkspaceTx,
  serviceId: string,
  now: Date,
): Promise<Pick<TrafficMapping, "unmapped" | "unmappedMetrics">> {
  const where = { serviceId, rule: null, seenAt: { gte: new Date(now.getTime() - DAY_MILLIS) } };
  const found = await tx.prisma.trafficMetric.findMany({
    where,
    orderBy: [{ name: "asc" }, { field: "asc" }],
    take: MAX_UNMAPPED,
  });
  return {
    unmapped: found.map(({ name, field, kind, unit, examples, series, seenAt }) => ({
      name,
      field: field === "" ? null : field,
      kind,
      unit,
      tags: seenExamples.parse(examples)[0] ?? [],
      series,
      lastSeenAt: seenAt.toISOString(),
    })),
    unmappedMetrics:
      found.length < MAX_UNMAPPED ? found.length : await tx.prisma.trafficMetric.count({ where }),
  };
}

async function readLabelUse(
  tx: WorkspaceTx,
  serviceId: string,
  now: Date,
): Promise<TrafficMapping["labels"]> {
  const minute = Math.ceil(now.getTime() / MINUTE_MILLIS) * 60;
  const range = { from: minute - HOUR_SECONDS, to: minute, pointSeconds: 60 };
  const requestsOf = async (label?: string) =>
    (await readTrafficPoints(tx, serviceId, range, label)).reduce((sum, { cell }) => sum + cell.requests, 0);
  const folded = await tx.prisma.trafficSeries.findMany({
    where: { serviceId, kind: "requests", label: { contains: "{id}" } },
    orderBy: { id: "asc" },
    take: MAX_FOLDED,
    select: { label: true },
  });
  return {
    used: await countTrafficLabels(tx, serviceId),
    limit: MAX_TRAFFIC_LABELS,
    folded: folded.map(({ label }) => label),
    lastHour: { requests: await requestsOf(), other: await requestsOf(OTHER_LABEL) },
  };
}
