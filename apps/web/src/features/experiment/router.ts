import "server-only";
import { z } from "zod";
import {
  createExperiment,
  deleteExperiment,
  getExperiment,
  getExperimentCapacity,
  judgeExperimentAgain,
  judgeRunAgain,
  listExperimentRuns,
  renameService,
  setBadge,
  setBaseline,
  suggestForExperiment,
  updateExperiment,
} from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";
import { RUNS_ON_A_PAGE } from "./search-params.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string();
const text = z.string().max(5_000);
const number = z.number().nullable();

/** Only the shape: the verbs check the values and name the field. */
const fields = z.strictObject({
  name: text,
  groupName: text,
  tags: z.array(text).max(500),
  owner: text,
  requestSet: text,
  distinctRequests: number,
  durationSeconds: number,
  ratePerGenerator: number,
  generators: number,
  threadsPerGenerator: number,
  representsPeak: z.boolean(),
  defaultBranch: text,
  targets: z.array(text).max(500),
});

export const experimentRouter = router({
  get: procedure
    .input(z.strictObject({ experimentId: id }))
    .query(({ ctx: { ctx }, input }) => getExperiment({ ctx, input })),

  runs: procedure
    .input(z.strictObject({ experimentId: id, page: z.int().min(1).max(40_000) }))
    .query(({ ctx: { ctx }, input: { experimentId, page } }) =>
      listExperimentRuns({
        ctx,
        input: { experimentId, skip: (page - 1) * RUNS_ON_A_PAGE, limit: RUNS_ON_A_PAGE },
      }),
    ),

  capacity: procedure
    .input(z.strictObject({ experimentId: id, environment: text.optional(), branch: text.optional() }))
    .query(({ ctx: { ctx }, input: { experimentId, ...parameters } }) =>
      getExperimentCapacity({ ctx, input: { experimentId, parameters } }),
    ),

  suggestions: procedure.query(({ ctx: { ctx } }) => suggestForExperiment({ ctx })),

  create: procedure
    .input(fields.extend({ service: text }))
    .mutation(({ ctx: { ctx }, input }) => createExperiment({ ctx, input })),

  update: procedure
    .input(fields.extend({ experimentId: id, version: z.int(), targetsVersion: z.int() }))
    .mutation(({ ctx: { ctx }, input }) => updateExperiment({ ctx, input })),

  setBaseline: procedure
    .input(z.strictObject({ experimentId: id, runId: id.nullable() }))
    .mutation(({ ctx: { ctx }, input }) => setBaseline({ ctx, input })),

  setBadge: procedure
    .input(z.strictObject({ experimentId: id, on: z.boolean() }))
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      setBadge({ ctx, input: { experimentId, body } }),
    ),

  delete: procedure
    .input(z.strictObject({ experimentId: id, confirmation: text }))
    .mutation(({ ctx: { ctx }, input }) => deleteExperiment({ ctx, input })),

  judgeRun: procedure
    .input(z.strictObject({ runId: id }))
    .mutation(({ ctx: { ctx }, input }) =>
      judgeRunAgain({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } }),
    ),

  judgeRuns: procedure
    .input(z.strictObject({ experimentId: id }))
    .mutation(({ ctx: { ctx }, input }) => judgeExperimentAgain({ ctx, input })),

  renameService: procedure
    .input(z.strictObject({ serviceId: id, name: text }))
    .mutation(({ ctx: { ctx }, input }) => renameService({ ctx, input })),
});
