import { MAX_SERVICE_EVENTS, serviceEvents } from "@headroom/contract";
import type { ServiceEvent } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { announce } from "../announce.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { withNames } from "./list.ts";

/**
 * Adds events to a service: deploys, scalings, notes. Maintenance changes what SLOs count, so it takes more than sending
 * events. One with the same moment, kind and title is left as it is.
 */
export async function addServiceEvents({
  ctx,
  input,
}: {
  ctx: Context;
  input: { service: string; body: unknown };
}): Promise<{ events: ServiceEvent[] }> {
  requireScope(ctx, "ingest");
  const given = parseInput(serviceEvents, Array.isArray(input.body) ? input.body : [input.body]);
  if (given.some(({ kind }) => kind === "maintenance")) requireScope(ctx, "edit");
  const added = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await findService(tx, ctx, input.service);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from service where id = $1 for no key update", [service.id]);
    const now = ctx.clock();
    const { workspaceId } = ctx;
    const by = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const events = given.map(({ at, kind, title, url = null, until = null }) => {
      const made = { createdBy: by, createdAt: now, updatedBy: by, updatedAt: now };
      return {
        id: ctx.newId(),
        workspaceId,
        serviceId: service.id,
        at: new Date(at),
        kind,
        title,
        url,
        untilAt: until === null ? null : new Date(until),
        ...made,
      };
    });
    const { count } = await tx.prisma.serviceEvent.createMany({ data: events, skipDuplicates: true });
    if ((await tx.prisma.serviceEvent.count({ where: { serviceId: service.id } })) > MAX_SERVICE_EVENTS)
      throw tooMany();
    await writeAudit(tx, ctx, {
      action: "service.add-events",
      subjectKind: "service",
      subjectId: service.id,
      detail: { name: service.name, added: count, given: given.length },
    });
    const stored = await tx.prisma.serviceEvent.findMany({
      where: {
        serviceId: service.id,
        OR: events.map(({ at, kind, title }) => ({ at, kind, title })),
      },
      orderBy: [{ at: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    });
    return { serviceId: service.id, events: await withNames(tx, stored) };
  });
  await announce(ctx, [added.serviceId]);
  return { events: added.events };
}

function tooMany(): HeadroomError {
  return new HeadroomError("too-many-events", `A service can have at most ${MAX_SERVICE_EVENTS} events.`, {
    hint: "None of these events were added. Delete old ones, or send only those that explain a change.",
  });
}
