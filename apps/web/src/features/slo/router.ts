import "server-only";
import { z } from "zod";
import {
  acknowledgeSloAlert,
  createSlo,
  deleteSlo,
  exportOpenSlo,
  getSlo,
  getSloAlert,
  importOpenSlo,
  listSlos,
  rotateSigningKey,
  setSloAlert,
  testSloAlert,
  updateSlo,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { mailer } from "../../server/mailer.ts";
import { secret } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";
import { watchSlo } from "./watch-slo.ts";

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

  watch: procedure.input(z.strictObject({ id })).query(({ ctx: { ctx }, input }) => watchSlo(ctx, input.id)),

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

  openSlo: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => exportOpenSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  importOpenSlo: procedure
    .input(z.strictObject({ source: z.string().max(50_000) }))
    .mutation(({ ctx: { ctx }, input }) => importOpenSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  alert: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => getSloAlert({ ctx, secret: secret(), input })),

  setAlert: procedure
    .input(
      z.strictObject({
        id,
        emails: z.array(text).max(50),
        webhookUrl: text,
        quietHours: z.strictObject({ from: text, to: text, timeZone: text }).nullable(),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { id: slo, ...body } }) =>
      setSloAlert({ ctx, secret: secret(), input: { id: slo, body } }),
    ),

  acknowledge: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => acknowledgeSloAlert({ ctx, secret: secret(), input })),

  rotateKey: procedure
    .input(z.strictObject({ keepPreviousHours: z.number() }))
    .mutation(({ ctx: { ctx }, input }) =>
      rotateSigningKey({ ctx, secret: secret(), input: { body: input } }),
    ),

  testAlert: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => testSloAlert({ ctx, mailer: mailer(), input })),
});
