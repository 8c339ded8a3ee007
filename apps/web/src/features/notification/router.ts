import "server-only";
import { changedChannel, deliveryListParameters, newChannel } from "@headroom/contract";
import {
  createChannel,
  deleteChannel,
  getDelivery,
  getSigningKey,
  listChannels,
  listDeliveries,
  listServices,
  replayDelivery,
  testChannel,
  updateChannel,
} from "@headroom/services";
import { byId, id, taken } from "../../server/inputs.ts";
import { secret, webhookSettings } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";

const DELIVERIES = "25";

export const notificationRouter = router({
  channels: procedure.query(async ({ ctx: { ctx } }) => {
    const [{ channels }, key, services] = await Promise.all([
      listChannels({ ctx }),
      getSigningKey({ ctx, secret: secret() }),
      listServices({ ctx }),
    ]);
    return { channels, key, services };
  }),

  create: procedure
    .input(taken(newChannel))
    .mutation(({ ctx: { ctx }, input }) =>
      createChannel({ ctx, webhooks: webhookSettings(), input: { body: input } }),
    ),

  update: procedure
    .input(taken(changedChannel.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: channel, ...body } }) =>
      updateChannel({ ctx, webhooks: webhookSettings(), input: { id: channel, body } }),
    ),

  delete: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => deleteChannel({ ctx, input })),

  test: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => testChannel({ ctx, input })),

  deliveries: procedure
    .input(taken(deliveryListParameters.omit({ limit: true })))
    .query(({ ctx: { ctx }, input }) =>
      listDeliveries({ ctx, input: { parameters: { ...input, limit: DELIVERIES } } }),
    ),

  delivery: procedure.input(byId).query(({ ctx: { ctx }, input }) => getDelivery({ ctx, input })),

  replay: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => replayDelivery({ ctx, input })),
});
