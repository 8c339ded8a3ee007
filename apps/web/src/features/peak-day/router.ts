import "server-only";
import { changedPeakDay, curvePart, newPeakDay, peakDayAlertFields, typedCurve } from "@headroom/contract";
import {
  acknowledgeDayAlert,
  createPeakDay,
  deleteCurve,
  deletePeakDay,
  getDayAlert,
  getPeakDay,
  listPeakDays,
  listServices,
  setDayAlert,
  typeCurve,
  updatePeakDay,
  watchPeakDay,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { byId, id, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

const webUrl = () => env().HEADROOM_WEB_URL;

export const peakDayRouter = router({
  list: procedure.query(({ ctx: { ctx } }) =>
    listPeakDays({ ctx, keepDays: trafficKeptFor(env()), input: { parameters: {}, webUrl: webUrl() } }),
  ),

  services: procedure.query(({ ctx: { ctx } }) => listServices({ ctx })),

  get: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => getPeakDay({ ctx, input: { ...input, webUrl: webUrl() } })),

  watch: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) =>
      watchPeakDay({ ctx, input: { ...input, webUrl: webUrl(), keepDays: trafficKeptFor(env()) } }),
    ),

  create: procedure
    .input(taken(newPeakDay))
    .mutation(({ ctx: { ctx }, input }) => createPeakDay({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(taken(changedPeakDay.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      updatePeakDay({ ctx, input: { id: peakDay, body, webUrl: webUrl() } }),
    ),

  alert: procedure.input(byId).query(({ ctx: { ctx }, input }) => getDayAlert({ ctx, input })),

  setAlert: procedure
    .input(taken(peakDayAlertFields.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      setDayAlert({ ctx, input: { id: peakDay, body } }),
    ),

  acknowledge: procedure
    .input(byId)
    .mutation(({ ctx: { ctx }, input }) => acknowledgeDayAlert({ ctx, input })),

  delete: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => deletePeakDay({ ctx, input })),

  typeCurve: procedure
    .input(taken(typedCurve.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, ...body } }) =>
      typeCurve({ ctx, input: { id: peakDay, body, webUrl: webUrl() } }),
    ),

  deleteCurve: procedure
    .input(byId.extend(curvePart.shape))
    .mutation(({ ctx: { ctx }, input: { id: peakDay, of } }) =>
      deleteCurve({ ctx, input: { id: peakDay, parameters: { of }, webUrl: webUrl() } }),
    ),
});
