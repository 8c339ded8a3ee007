import "server-only";
import { z } from "zod";
import { TREND_METRICS } from "@headroom/core";
import { acknowledgeChange, getTrend, withdrawAcknowledgement } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

const view = z.strictObject({
  experimentId: z.string(),
  metric: z.enum(TREND_METRICS),
  axis: z.enum(["date", "commit", "branch", "version"]),
  label: z.string().nullable(),
  branch: z.string().nullable(),
  environment: z.string().nullable(),
  from: z.date().nullable(),
  to: z.date().nullable(),
});

export const trendRouter = router({
  get: procedure.input(view).query(({ ctx: { ctx }, input }) => getTrend({ ctx, input })),

  acknowledge: procedure
    .input(
      z.strictObject({
        experimentId: z.string(),
        runId: z.string(),
        metric: z.enum(TREND_METRICS),
        label: z.string().nullable(),
        direction: z.enum(["rise", "fall"]),
        before: z.number(),
        after: z.number(),
        word: z.string(),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      acknowledgeChange({ ctx, input: { experimentId, body } }),
    ),

  withdraw: procedure
    .input(z.strictObject({ acknowledgementId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => withdrawAcknowledgement({ ctx, input })),
});
