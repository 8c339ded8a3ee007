import "server-only";
import { z } from "zod";
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
import { secret } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);
const byId = z.strictObject({ id });

/** Only the shape: the verbs check the values and name the field. */
const fields = z.strictObject({
  name: text,
  kind: text,
  service: text.nullable(),
  events: z.array(text).max(20),
});

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
    .input(fields.extend({ url: text }))
    .mutation(({ ctx: { ctx }, input }) => createChannel({ ctx, secret: secret(), input: { body: input } })),

  update: procedure
    .input(fields.extend({ id, url: text.optional(), version: z.int() }))
    .mutation(({ ctx: { ctx }, input: { id: channel, ...body } }) =>
      updateChannel({ ctx, secret: secret(), input: { id: channel, body } }),
    ),

  delete: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => deleteChannel({ ctx, input })),

  test: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => testChannel({ ctx, input })),

  deliveries: procedure
    .input(
      z.strictObject({
        channel: id.optional(),
        slo: id.optional(),
        state: text.optional(),
        cursor: text.optional(),
      }),
    )
    .query(({ ctx: { ctx }, input }) =>
      listDeliveries({ ctx, input: { parameters: { ...input, limit: DELIVERIES } } }),
    ),

  delivery: procedure.input(byId).query(({ ctx: { ctx }, input }) => getDelivery({ ctx, input })),

  replay: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => replayDelivery({ ctx, input })),
});
