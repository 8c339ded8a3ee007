import "server-only";
import { z } from "zod";
import {
  createPeakDay,
  deleteCurve,
  deletePeakDay,
  getPeakDay,
  listPeakDays,
  listServices,
  typeCurve,
  updatePeakDay,
  watchPeakDay,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);

/** Only the shape: the verbs check the values and name the field. */
const fields = z.strictObject({
  name: text,
  startsAt: text,
  endsAt: text,
  timeZone: text,
  eventName: text,
  eventAt: text,
  expectedPeak: z.number().nullable(),
  expectedSource: text,
  owner: text,
  notes: text,
  earlier: z.array(z.strictObject({ id, growthLow: z.number(), growthHigh: z.number() })).max(50),
});
const webUrl = () => env().HEADROOM_WEB_URL;

export const peakDayRouter = router({
  list: procedure.query(({ ctx: { ctx } }) =>
    listPeakDays({ ctx, input: { parameters: {}, webUrl: webUrl() } }),
  ),

  services: procedure.query(({ ctx: { ctx } }) => listServices({ ctx })),

  get: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => getPeakDay({ ctx, input: { ...input, webUrl: webUrl() } })),

  watch: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) =>
      watchPeakDay({ ctx, input: { ...input, webUrl: webUrl(), keepDays: trafficKeptFor(env()) } }),
    ),

  create: procedure
    .input(fields.extend({ service: text }))
    .mutation(({ ctx: { ctx }, input }) => createPeakDay({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(fields.extend({ id, version: z.int() }))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      updatePeakDay({ ctx, input: { id: peakDay, body, webUrl: webUrl() } }),
    ),

  delete: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => deletePeakDay({ ctx, input })),

  typeCurve: procedure
    .input(
      z.strictObject({
        id,
        points: z.array(z.strictObject({ at: text, requestsPerSecond: z.number() })).max(1_000),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      typeCurve({ ctx, input: { id: peakDay, body, webUrl: webUrl() } }),
    ),

  deleteCurve: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => deleteCurve({ ctx, input: { ...input, webUrl: webUrl() } })),
});
