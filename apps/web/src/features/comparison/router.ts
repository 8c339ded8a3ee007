import "server-only";
import { z } from "zod";
import { JUDGED_SIDES } from "@headroom/contract";
import { FIGURE_IDS, MAX_POOLED_RUNS, PERCENTILE_IDS } from "@headroom/core";
import {
  compareGauges,
  findAnything,
  getComparisonStatistics,
  getJudgedComparison,
  getJudgedStatistics,
  getRun,
  getRunTimeline,
  getRoundsComparison,
} from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";
import { readOverlay } from "./overlay/read-overlay.ts";
import { MAX_LABELS, MAX_RUNS } from "./view/search-params.ts";

const runIds = z.array(z.string()).max(MAX_RUNS);
/** As the judgement of the second of two runs compares them. */
const judged = z.enum(JUDGED_SIDES).optional();
const side = z.array(z.string()).min(1).max(MAX_POOLED_RUNS);
const pair = z.strictObject({ before: side, after: side });
/** As many as are worked out at once. */
const MAX_PAIRS = 60;

export const comparisonRouter = router({
  get: procedure
    .input(
      z.strictObject({
        runIds,
        reference: z.string().optional(),
        /** Labels take longer: they are merged in each run's window. */
        labels: z.int().min(0).max(MAX_LABELS).default(0),
        sort: z.enum(FIGURE_IDS).default("p99"),
        judged,
      }),
    )
    .query(({ ctx: { ctx }, input: { reference, judged: sides, ...asked } }) =>
      getJudgedComparison({
        ctx,
        input: {
          ...asked,
          webUrl: env().HEADROOM_WEB_URL,
          ...(reference === undefined ? {} : { reference }),
          judged: sides ?? null,
        },
      }),
    ),

  /** What a run is called, and whether it is there at all. */
  nameOf: procedure.input(z.strictObject({ runId: z.string() })).query(async ({ ctx: { ctx }, input }) => {
    const { number, experiment } = await getRun({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } });
    return { number, experiment: experiment.name };
  }),

  /** What is not worked out yet is begun, and asked for again. */
  statistics: procedure
    .input(z.strictObject({ runIds, reference: z.string().optional(), judged }))
    .query(({ ctx: { ctx }, input: { runIds: ids, reference, judged: sides } }) =>
      getJudgedStatistics({
        ctx,
        input: { runIds: ids, ...(reference === undefined ? {} : { reference }), judged: sides ?? null },
      }),
    ),

  pairStatistics: procedure
    .input(z.strictObject({ pairs: z.array(pair).min(1).max(100) }))
    .query(({ ctx: { ctx }, input: { pairs } }) =>
      getComparisonStatistics({ ctx, input: { pairs: pairs.slice(0, MAX_PAIRS) } }),
    ),

  /** First round against second, of all experiments of a service. */
  rounds: procedure
    .input(
      z.strictObject({
        serviceSlug: z.string(),
        rounds: z.discriminatedUnion("by", [
          z.strictObject({
            by: z.literal("configuration"),
            key: z.string(),
            before: z.string(),
            after: z.string(),
          }),
          z.strictObject({ by: z.literal("date"), split: z.date() }),
        ]),
      }),
    )
    .query(({ ctx: { ctx }, input }) =>
      getRoundsComparison({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } }),
    ),

  overlay: procedure
    .input(z.strictObject({ runIds, percentile: z.enum(PERCENTILE_IDS) }))
    .query(({ ctx: { ctx }, input }) =>
      readOverlay({ ...input, timelineOf: (asked) => getRunTimeline({ ctx, input: asked }) }),
    ),

  /** The gauges of the runs, each from its own start. */
  gauges: procedure
    .input(z.strictObject({ runIds, reference: z.string().optional() }))
    .query(({ ctx: { ctx }, input }) => compareGauges({ ctx, input })),

  find: procedure
    .input(z.strictObject({ text: z.string().max(200) }))
    .query(async ({ ctx: { ctx }, input }) => {
      const { runs } = await findAnything({ ctx, input: { ...input, limit: 20 } });
      return runs;
    }),
});
