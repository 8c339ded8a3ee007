import "server-only";
import {
  acceptedRemovalFields,
  acceptedRiskFields,
  changedReadinessAction,
  readinessActionFields,
} from "@headroom/contract";
import {
  acceptRemoval,
  acceptRisk,
  addReadinessAction,
  changeReadinessAction,
  getHeadroom,
  getNextPeakDay,
  getReadiness,
  listComingReadiness,
  openReadiness,
  revokeRisk,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { byId, id, ofService, taken, whose } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const readinessRouter = router({
  headroom: procedure
    .input(ofService)
    .query(({ ctx: { ctx }, input }) => getHeadroom({ ctx, keepDays: trafficKeptFor(env()), input })),

  next: procedure
    .input(whose)
    .query(({ ctx: { ctx }, input }) => getNextPeakDay({ ctx, keepDays: trafficKeptFor(env()), input })),

  /** What tests say about the requests of a coming day; null: nothing. */
  forecast: procedure.input(byId).query(async ({ ctx: { ctx }, input }) => {
    const { forecast } = await getReadiness({ ctx, keepDays: trafficKeptFor(env()), input });
    return forecast;
  }),

  coming: procedure.query(({ ctx: { ctx } }) =>
    listComingReadiness({ ctx, keepDays: trafficKeptFor(env()) }),
  ),

  open: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => openReadiness({ ctx, keepDays: trafficKeptFor(env()), input })),

  addAction: procedure
    .input(taken(readinessActionFields.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      addReadinessAction({ ctx, input: { id: peakDay, body } }),
    ),

  changeAction: procedure
    .input(taken(changedReadinessAction.extend({ id, actionId: id })))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, actionId, ...body } }) =>
      changeReadinessAction({ ctx, input: { id: peakDay, actionId, body } }),
    ),

  acceptRisk: procedure
    .input(taken(acceptedRiskFields.omit({ acceptedBy: true }).extend({ runId: id })))
    .mutation(({ ctx: { ctx }, input: { runId, ...body } }) => acceptRisk({ ctx, input: { runId, body } })),

  acceptRemoval: procedure
    .input(taken(acceptedRemovalFields.omit({ acceptedBy: true }).extend({ experimentId: id })))
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      acceptRemoval({ ctx, input: { experimentId, body } }),
    ),

  revokeRisk: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => revokeRisk({ ctx, input })),
});
