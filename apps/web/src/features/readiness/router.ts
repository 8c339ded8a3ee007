import "server-only";
import { z } from "zod";
import {
  acceptRisk,
  addReadinessAction,
  changeReadinessAction,
  getHeadroom,
  getNextPeakDay,
  openReadiness,
  revokeRisk,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);

export const readinessRouter = router({
  headroom: procedure
    .input(z.strictObject({ service: text }))
    .query(({ ctx: { ctx }, input }) => getHeadroom({ ctx, keepDays: trafficKeptFor(env()), input })),

  next: procedure.query(({ ctx: { ctx } }) => getNextPeakDay({ ctx, keepDays: trafficKeptFor(env()) })),

  open: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => openReadiness({ ctx, keepDays: trafficKeptFor(env()), input })),

  addAction: procedure
    .input(z.strictObject({ id, title: text, owner: text, dueAt: text.nullable() }))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      addReadinessAction({ ctx, input: { id: peakDay, body } }),
    ),

  changeAction: procedure
    .input(z.strictObject({ id, actionId: id, owner: text.optional(), closed: z.boolean().optional() }))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, actionId, ...body } }) =>
      changeReadinessAction({ ctx, input: { id: peakDay, actionId, body } }),
    ),

  acceptRisk: procedure
    .input(z.strictObject({ runId: id, target: text, reason: text, until: text }))
    .mutation(({ ctx: { ctx }, input: { runId, ...body } }) => acceptRisk({ ctx, input: { runId, body } })),

  revokeRisk: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => revokeRisk({ ctx, input })),
});
