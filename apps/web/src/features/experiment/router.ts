import "server-only";
import { z } from "zod";
import { experimentCapacityParameters, wantedBadge } from "@headroom/contract";
import {
  createExperiment,
  createExperimentInput,
  deleteExperiment,
  deleteExperimentInput,
  getExperiment,
  getExperimentCapacity,
  judgeByPresentRules,
  judgeExperimentAgain,
  judgeRunAgain,
  listExperimentRuns,
  renameService,
  renameServiceInput,
  setBadge,
  setBaseline,
  setBaselineInput,
  setConstantLoad,
  setConstantLoadInput,
  setErrorsBy,
  setErrorsByInput,
  suggestForExperiment,
  updateExperiment,
  updateExperimentInput,
} from "@headroom/services";
import { env } from "../../server/env.ts";
import { id, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";
import { RUN_LISTS, RUNS_ON_A_PAGE } from "./search-params.ts";

export const experimentRouter = router({
  get: procedure
    .input(z.strictObject({ experimentId: id }))
    .query(({ ctx: { ctx }, input }) => getExperiment({ ctx, input })),

  runs: procedure
    .input(
      z.strictObject({
        experimentId: id,
        page: z.int().min(1).max(40_000),
        which: z.enum(RUN_LISTS).default("all"),
      }),
    )
    .query(({ ctx: { ctx }, input: { experimentId, page, which } }) =>
      listExperimentRuns({
        ctx,
        input: { experimentId, which, skip: (page - 1) * RUNS_ON_A_PAGE, limit: RUNS_ON_A_PAGE },
      }),
    ),

  capacity: procedure
    .input(taken(experimentCapacityParameters.extend({ experimentId: id })))
    .query(({ ctx: { ctx }, input: { experimentId, ...parameters } }) =>
      getExperimentCapacity({ ctx, input: { experimentId, parameters } }),
    ),

  suggestions: procedure.query(({ ctx: { ctx } }) => suggestForExperiment({ ctx })),

  create: procedure
    .input(taken(createExperimentInput))
    .mutation(({ ctx: { ctx }, input }) => createExperiment({ ctx, input })),

  update: procedure
    .input(taken(updateExperimentInput))
    .mutation(({ ctx: { ctx }, input }) => updateExperiment({ ctx, input })),

  setBaseline: procedure
    .input(taken(setBaselineInput))
    .mutation(({ ctx: { ctx }, input }) => setBaseline({ ctx, input })),

  setConstantLoad: procedure
    .input(taken(setConstantLoadInput))
    .mutation(({ ctx: { ctx }, input }) => setConstantLoad({ ctx, input })),

  setErrorsBy: procedure
    .input(taken(setErrorsByInput))
    .mutation(({ ctx: { ctx }, input }) => setErrorsBy({ ctx, input })),

  setBadge: procedure
    .input(taken(wantedBadge.extend({ experimentId: id })))
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      setBadge({ ctx, input: { experimentId, body } }),
    ),

  delete: procedure
    .input(taken(deleteExperimentInput))
    .mutation(({ ctx: { ctx }, input }) => deleteExperiment({ ctx, input })),

  judgeRun: procedure
    .input(z.strictObject({ runId: id }))
    .mutation(({ ctx: { ctx }, input }) =>
      judgeRunAgain({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } }),
    ),

  judgeRuns: procedure
    .input(z.strictObject({ experimentId: id }))
    .mutation(({ ctx: { ctx }, input }) => judgeExperimentAgain({ ctx, input })),

  judgeByRules: procedure
    .input(z.strictObject({ experimentId: id }))
    .mutation(({ ctx: { ctx }, input }) => judgeByPresentRules({ ctx, input })),

  renameService: procedure
    .input(taken(renameServiceInput))
    .mutation(({ ctx: { ctx }, input }) => renameService({ ctx, input })),
});
