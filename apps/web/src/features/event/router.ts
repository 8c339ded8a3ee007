import "server-only";
import { z } from "zod";
import { addServiceEvents, changeServiceEvent, deleteServiceEvent } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);

/** Only the shape: the verbs check the values and name the field. */
export const eventRouter = router({
  /** What happens now, by the server's clock: a browser's can be wrong. */
  add: procedure
    .input(z.strictObject({ service: text, kind: text, title: text }))
    .mutation(({ ctx: { ctx }, input: { service, ...event } }) =>
      addServiceEvents({ ctx, input: { service, body: { ...event, at: ctx.clock().toISOString() } } }),
    ),

  change: procedure
    .input(
      z.strictObject({
        service: text,
        eventId: id,
        at: text,
        kind: text,
        title: text,
        url: z.string().max(2_000).nullable(),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { service, eventId, ...body } }) =>
      changeServiceEvent({ ctx, input: { service, eventId, body } }),
    ),

  delete: procedure
    .input(z.strictObject({ service: text, eventId: id }))
    .mutation(({ ctx: { ctx }, input }) => deleteServiceEvent({ ctx, input })),
});
