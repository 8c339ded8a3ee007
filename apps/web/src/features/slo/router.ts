import "server-only";
import { z } from "zod";
import {
  changedSlo,
  newSlo,
  requiredServiceFilter,
  rotateSigningKeyFields,
  sloAlertFields,
} from "@headroom/contract";
import {
  acknowledgeSloAlert,
  createSlo,
  deleteSlo,
  exportOpenSlo,
  getSlo,
  getSloAlert,
  importOpenSlo,
  listSlos,
  listWorkspaceSlos,
  rotateSigningKey,
  setSloAlert,
  testSloAlert,
  updateSlo,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { byId, id, taken } from "../../server/inputs.ts";
import { mailer } from "../../server/mailer.ts";
import { secret, webhookSettings } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";
import { watchSlo } from "./watch-slo.ts";

const webUrl = () => env().HEADROOM_WEB_URL;
const keepDays = () => trafficKeptFor(env());

export const sloRouter = router({
  list: procedure
    .input(taken(requiredServiceFilter))
    .query(({ ctx: { ctx }, input }) =>
      listSlos({ ctx, keepDays: keepDays(), input: { parameters: input, webUrl: webUrl() } }),
    ),

  all: procedure.query(({ ctx: { ctx } }) =>
    listWorkspaceSlos({ ctx, keepDays: keepDays(), input: { webUrl: webUrl() } }),
  ),

  get: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => getSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  watch: procedure.input(byId).query(({ ctx: { ctx }, input }) => watchSlo(ctx, input.id)),

  create: procedure
    .input(taken(newSlo))
    .mutation(({ ctx: { ctx }, input }) => createSlo({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(taken(changedSlo.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: slo, ...body } }) =>
      updateSlo({ ctx, input: { id: slo, body, webUrl: webUrl() } }),
    ),

  delete: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => deleteSlo({ ctx, input })),

  openSlo: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => exportOpenSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  importOpenSlo: procedure
    .input(z.strictObject({ source: z.string().max(50_000) }))
    .mutation(({ ctx: { ctx }, input }) => importOpenSlo({ ctx, input: { ...input, webUrl: webUrl() } })),

  alert: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => getSloAlert({ ctx, secret: secret(), input })),

  setAlert: procedure
    .input(taken(sloAlertFields.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: slo, ...body } }) =>
      setSloAlert({ ctx, webhooks: webhookSettings(), input: { id: slo, body } }),
    ),

  acknowledge: procedure
    .input(byId)
    .mutation(({ ctx: { ctx }, input }) => acknowledgeSloAlert({ ctx, secret: secret(), input })),

  rotateKey: procedure
    .input(taken(rotateSigningKeyFields))
    .mutation(({ ctx: { ctx }, input }) =>
      rotateSigningKey({ ctx, secret: secret(), input: { body: input } }),
    ),

  testAlert: procedure
    .input(byId)
    .mutation(({ ctx: { ctx }, input }) => testSloAlert({ ctx, mailer: mailer(), input })),
});
