import "server-only";
import { z } from "zod";
import { FIGURE_IDS, PERCENTILE_IDS, isHeadroomError, MAX_POINTS } from "@headroom/core";
import {
  compareGauges,
  findAnything,
  getComparison,
  getComparisonStatistics,
  getRun,
  getRunTimeline,
  getRoundsComparison,
} from "@headroom/services";
import type { Context, RunTimeline } from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";
import { overlayPoints } from "./overlay-points.ts";
import { MAX_LABELS, MAX_RUNS } from "./search-params.ts";

const runIds = z.array(z.string()).max(MAX_RUNS);
const side = z.array(z.string()).min(1).max(MAX_RUNS);
const pair = z.strictObject({ before: side, after: side });
/** As many as are worked out at once. */
const MAX_PAIRS = 60;
/** A few runs may be drawn finely; many would be too much to read. */
const FEW_RUNS = 4;

export const comparisonRouter = router({
  get: procedure
    .input(
      z.strictObject({
        runIds,
        reference: z.string().optional(),
        /** Labels take longer: they are merged in each run's window. */
        labels: z.int().min(0).max(MAX_LABELS).default(0),
        sort: z.enum(FIGURE_IDS).default("p99"),
      }),
    )
    .query(({ ctx: { ctx }, input: { reference, ...asked } }) =>
      getComparison({
        ctx,
        input: {
          ...asked,
          webUrl: env().HEADROOM_WEB_URL,
          ...(reference === undefined ? {} : { reference }),
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
    .input(z.strictObject({ runIds, reference: z.string().optional() }))
    .query(({ ctx: { ctx }, input: { runIds: ids, reference } }) =>
      getComparisonStatistics({
        ctx,
        input: { runIds: ids, ...(reference === undefined ? {} : { reference }) },
      }),
    ),

  pairStatistics: procedure
    .input(z.strictObject({ pairs: z.array(pair).min(1).max(100) }))
    .query(({ ctx: { ctx }, input: { pairs } }) =>
      getComparisonStatistics({ ctx, input: { pairs: pairs.slice(0, MAX_PAIRS), labels: 0 } }),
    ),

  /** First round against second, of all experiments of a service. */
  rounds: procedure
    .input(
      z.strictObject({
        serviceSlug: z.string(),
        rounds: z.discriminatedUnion("by", [
          z.strictObject({ by: z.literal("label"), key: z.string(), before: z.string(), after: z.string() }),
          z.strictObject({ by: z.literal("date"), split: z.date() }),
        ]),
      }),
    )
    .query(({ ctx: { ctx }, input }) =>
      getRoundsComparison({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } }),
    ),

  overlay: procedure
    .input(z.strictObject({ runIds, percentile: z.enum(PERCENTILE_IDS) }))
    .query(async ({ ctx: { ctx }, input: { runIds: ids, percentile } }) => {
      const maxPoints = ids.length <= FEW_RUNS ? MAX_POINTS : MAX_POINTS / 3;
      const timelines: { id: string; timeline: RunTimeline }[] = [];
      // One after the other: a comparison of twenty runs does not take every connection.
      for (const runId of ids) timelines.push(...(await timelineOf(ctx, runId, maxPoints)));
      return overlayPoints(timelines, Number(percentile.slice(1)));
    }),

  /** The gauges of the runs, each from its own start. */
  gauges: procedure
    .input(z.strictObject({ runIds }))
    .query(({ ctx: { ctx }, input }) => compareGauges({ ctx, input })),

  find: procedure
    .input(z.strictObject({ text: z.string().max(200) }))
    .query(async ({ ctx: { ctx }, input }) => {
      const { runs } = await findAnything({ ctx, input: { ...input, limit: 20 } });
      return runs;
    }),
});

/** A run of totals alone has nothing over time, and one that is gone is said elsewhere. */
async function timelineOf(ctx: Context, runId: string, maxPoints: number) {
  try {
    return [{ id: runId, timeline: await getRunTimeline({ ctx, input: { runId, maxPoints } }) }];
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return [];
    throw error;
  }
}
