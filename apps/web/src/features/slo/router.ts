import "server-only";
import { z } from "zod";
import { createSlo, deleteSlo, getSlo, getSloReport, listSlos, updateSlo } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);

/** Only the shape: the verbs check the values and name the field. */
const fields = z.strictObject({
  name: text,
  label: text,
  objectivePercent: z.number(),
  latencyMs: z.number().nullable(),
  withoutError: z.boolean(),
  window: z.union([
    z.strictObject({ kind: z.literal("rolling"), days: z.number() }),
    z.strictObject({ kind: z.literal("calendar"), unit: text, timeZone: text }),
  ]),
});
const webUrl = () => env().HEADROOM_WEB_URL;
const keepDays = () => trafficKeptFor(env());

export const sloRouter = router({
  list: procedure
    .input(z.strictObject({ service: text }))
    .query(({ ctx: { ctx }, input }) =>
      listSlos({ ctx, keepDays: keepDays(), input: { parameters: input, webUrl: webUrl() } }),
    ),

  get: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => getSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  report: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => getSloReport({ ctx, keepDays: keepDays(), input })),

  create: procedure
    .input(fields.extend({ service: text }))
    .mutation(({ ctx: { ctx }, input }) => createSlo({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(fields.extend({ id, version: z.int() }))
    .mutation(({ ctx: { ctx }, input: { id: slo, ...body } }) =>
      updateSlo({ ctx, input: { id: slo, body, webUrl: webUrl() } }),
    ),

  delete: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => deleteSlo({ ctx, input })),
});
