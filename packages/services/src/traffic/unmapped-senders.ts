import { z } from "zod";
import { DAY_MILLIS } from "@headroom/core";
import type { SeenMetric } from "@headroom/core";
import { slugOf } from "@headroom/contract";
import type { UnmappedSender } from "@headroom/contract";
import { lockUnmappedSenders, writeUnmappedSenders } from "@headroom/db";
import type { SeenMetricRow, UnmappedSenderModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { seenExamples } from "./seen-metrics.ts";
import { hasSlug } from "./traffic-intake.ts";

/** Of a workspace. */
export const MAX_SENDERS = 200;
/** Of one sender. */
const MAX_METRICS = 50;
const MAX_EXAMPLES = 3;
const MAX_TAGS = 20;
const KEPT_DAYS = 7;

/** A service that metrics name and that doesn't exist, with those metrics. */
export interface HeardSender {
  name: string;
  seen: readonly SeenMetric[];
}

/** Notes senders of which nothing counts. No service is made of them until somebody maps one. */
export async function noteUnmappedSenders(ctx: Context, heard: readonly HeardSender[]): Promise<void> {
  const bySlug = new Map(
    heard
      .filter(({ name, seen }) => hasSlug(name) && seen.length > 0)
      .map((sender) => [slugOf(sender.name, "service"), sender]),
  );
  if (bySlug.size === 0) return;
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const known = await lockUnmappedSenders(tx, [...bySlug.keys()]);
    const before = new Map(known.map(({ slug, metrics }) => [slug, metricsIn(metrics)]));
    const senders = [...bySlug].map(([slug, { name, seen }]) => {
      return { slug, name: name.slice(0, MAX_NAME), metrics: withSeen(before.get(slug) ?? [], seen) };
    });
    await writeUnmappedSenders(tx, senders, { now: ctx.clock(), most: MAX_SENDERS });
  });
}

const MAX_NAME = 200;

const storedMetric = z.object({
  name: z.string(),
  field: z.string(),
  kind: z.string(),
  temporality: z.string(),
  unit: z.string().nullable(),
  rule: z.string().nullable(),
  series: z.int(),
  examples: seenExamples,
});

export function metricsIn(stored: unknown): SeenMetricRow[] {
  return z.array(storedMetric).parse(stored);
}

function withSeen(before: readonly SeenMetricRow[], seen: readonly SeenMetric[]): SeenMetricRow[] {
  const metrics = new Map(before.map((metric) => [keyOf(metric), metric]));
  for (const { field, examples, ...metric } of seen) {
    const row = { ...metric, field: field ?? "", examples: fewExamples(examples) };
    if (metrics.size < MAX_METRICS || metrics.has(keyOf(row))) metrics.set(keyOf(row), row);
  }
  return [...metrics.values()];
}

function fewExamples(examples: SeenMetric["examples"]): SeenMetricRow["examples"] {
  return examples.slice(0, MAX_EXAMPLES).map((tags) => tags.slice(0, MAX_TAGS));
}

function keyOf({ name, field }: SeenMetricRow): string {
  return `${name}\0${field}`;
}

/** Those of the last 7 days that still have no service, the last heard first. */
export async function listUnmappedSenders({ ctx }: { ctx: Context }): Promise<UnmappedSender[]> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    (await findUnmappedSenders(tx, ctx, {})).map(answerSender),
  );
}

export async function findUnmappedSenders(
  tx: WorkspaceTx,
  ctx: Context,
  where: { slug?: string },
): Promise<UnmappedSenderModel[]> {
  const found = await tx.prisma.unmappedSender.findMany({
    where: { ...where, seenAt: { gte: new Date(ctx.clock().getTime() - KEPT_DAYS * DAY_MILLIS) } },
    orderBy: [{ seenAt: "desc" }, { slug: "asc" }],
  });
  const slugs = found.map(({ slug }) => slug);
  const services = await tx.prisma.service.findMany({
    where: { slug: { in: slugs }, provisional: false },
    select: { slug: true },
  });
  const mapped = new Set(services.map(({ slug }) => slug));
  return found.filter(({ slug }) => !mapped.has(slug));
}

function answerSender({ slug, name, firstAt, seenAt, metrics }: UnmappedSenderModel): UnmappedSender {
  return {
    sender: slug,
    name,
    firstSeenAt: firstAt.toISOString(),
    lastSeenAt: seenAt.toISOString(),
    metrics: metricsIn(metrics).map(({ name: metric, field, kind, unit, series, examples }) => ({
      name: metric,
      field: field === "" ? null : field,
      kind,
      unit,
      tags: (examples[0] ?? []).map(([tag, value]) => [tag, value]),
      series,
    })),
  };
}
