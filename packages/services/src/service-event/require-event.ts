import { HeadroomError } from "@headroom/core";
import type { ServiceEventModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { findService } from "../service/find.ts";
import { isUuid } from "../uuid.ts";

export interface NamedEvent {
  service: string;
  eventId: string;
}

/** An invalid ID, and the event of another service, get the same answer. */
export async function requireEvent(
  tx: WorkspaceTx,
  ctx: Context,
  named: NamedEvent,
): Promise<ServiceEventModel> {
  const { id: serviceId } = await findService(tx, ctx, named.service);
  const { eventId: id } = named;
  const event = isUuid(id) ? await tx.prisma.serviceEvent.findFirst({ where: { id, serviceId } }) : null;
  if (event === null) throw noSuchEvent();
  return event;
}

export function noSuchEvent(): HeadroomError {
  return new HeadroomError("not-found", "Event not found.", { hint: "It may have been deleted." });
}
