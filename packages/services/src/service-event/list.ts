import { z } from "zod";
import { serviceEventParameters } from "@headroom/contract";
import type { ServiceEvent } from "@headroom/contract";
import type { ServiceEventModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";

const query = serviceEventParameters.extend({ service: z.string() });

const LISTED = 1_000;

/** What happened to a service in a stretch of time, in order of time; the latest if there is too much. */
export async function listServiceEvents({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof query>;
}): Promise<{ events: ServiceEvent[]; total: number }> {
  requireScope(ctx, "read");
  const { service: slug, from, to } = parseInput(query, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    const at = { ...(from === undefined ? {} : { gte: from }), ...(to === undefined ? {} : { lt: to }) };
    const total = await tx.prisma.serviceEvent.count({ where: { serviceId, at } });
    return { events: await readServiceEvents(tx, serviceId, at), total };
  });
}

/** In order of time. */
export async function readServiceEvents(
  tx: WorkspaceTx,
  serviceId: string,
  at: { gte?: string | Date; lt?: string | Date },
): Promise<ServiceEvent[]> {
  const latest = await tx.prisma.serviceEvent.findMany({
    where: { serviceId, at },
    orderBy: [{ at: "desc" }, { createdAt: "desc" }, { id: "desc" }],
    take: LISTED,
  });
  return withNames(tx, latest.reverse());
}

export async function withNames(
  tx: WorkspaceTx,
  events: readonly ServiceEventModel[],
): Promise<ServiceEvent[]> {
  const ids = [...new Set(events.flatMap(({ createdBy }) => createdBy ?? []))];
  const people = await tx.prisma.person.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return events.map(({ id, at, kind, title, url, untilAt, createdBy, createdAt, updatedAt }) => ({
    id,
    at: at.toISOString(),
    // Only verbs write them, and they check it.
    kind: kind as ServiceEvent["kind"],
    title,
    url,
    until: untilAt?.toISOString() ?? null,
    by: names.get(createdBy ?? "") ?? null,
    createdAt: createdAt.toISOString(),
    editedAt: updatedAt > createdAt ? updatedAt.toISOString() : null,
  }));
}
