import { newServiceEvent } from "@headroom/contract";
import type { ServiceEvent } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { announce } from "../announce.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { withNames } from "./list.ts";
import { noSuchEvent, requireEvent } from "./require-event.ts";
import type { NamedEvent } from "./require-event.ts";

/** Changes an event of a service: its moment, kind, words or link. */
export async function changeServiceEvent({
  ctx,
  input: { body, ...named },
}: {
  ctx: Context;
  input: NamedEvent & { body: unknown };
}): Promise<ServiceEvent> {
  requireScope(ctx, "edit");
  const { at, kind, title, url = null, until = null } = parseInput(newServiceEvent, body);
  const changed = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { serviceId } = await requireEvent(tx, ctx, named);
    await tx.query("select from service where id = $1 for no key update", [serviceId]);
    const before = await requireEvent(tx, ctx, named);
    const { id } = before;
    const taken = { serviceId, at: new Date(at), kind, title, id: { not: id } };
    if ((await tx.prisma.serviceEvent.count({ where: taken })) > 0) {
      throw new HeadroomError("conflict", "The service already has this event at that moment.", {
        field: "title",
      });
    }
    const by = ctx.actor.kind === "person" ? ctx.actor.id : null;
    const untilAt = until === null ? null : new Date(until);
    const data = { at, kind, title, url, untilAt, updatedAt: ctx.clock(), updatedBy: by };
    const after = await tx.prisma.serviceEvent.update({ where: { id }, data });
    const detail = { title, kind, at, until, titleBefore: before.title, atBefore: before.at.toISOString() };
    const subject = { subjectKind: "service", subjectId: serviceId };
    await writeAudit(tx, ctx, { action: "service.edit-event", ...subject, detail });
    const [event] = await withNames(tx, [after]);
    if (event === undefined) throw noSuchEvent();
    return { serviceId, event };
  });
  await announce(ctx, [changed.serviceId]);
  return changed.event;
}

export async function deleteServiceEvent({ ctx, input }: { ctx: Context; input: NamedEvent }): Promise<void> {
  requireScope(ctx, "edit");
  const changed = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, serviceId, at, kind, title } = await requireEvent(tx, ctx, input);
    await tx.prisma.serviceEvent.delete({ where: { id } });
    const detail = { title, kind, at: at.toISOString() };
    const subject = { subjectKind: "service", subjectId: serviceId };
    await writeAudit(tx, ctx, { action: "service.delete-event", ...subject, detail });
    return serviceId;
  });
  await announce(ctx, [changed]);
}
