import "server-only";
import { serviceEventFields } from "@headroom/contract";
import { addServiceEvents, changeServiceEvent, deleteServiceEvent } from "@headroom/services";
import { id, ofService, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

const { service } = ofService.shape;

export const eventRouter = router({
  /** What happens now, by the server's clock: a browser's can be wrong. */
  add: procedure
    .input(taken(serviceEventFields.pick({ kind: true, title: true, until: true }).extend({ service })))
    .mutation(({ ctx: { ctx }, input: { service: slug, ...event } }) =>
      addServiceEvents({ ctx, input: { service: slug, body: { ...event, at: ctx.clock().toISOString() } } }),
    ),

  change: procedure
    .input(taken(serviceEventFields.extend({ service, eventId: id })))
    .mutation(({ ctx: { ctx }, input: { service: slug, eventId, ...body } }) =>
      changeServiceEvent({ ctx, input: { service: slug, eventId, body } }),
    ),

  delete: procedure
    .input(ofService.extend({ eventId: id }))
    .mutation(({ ctx: { ctx }, input }) => deleteServiceEvent({ ctx, input })),
});
