import "server-only";
import { z } from "zod";
import { getRun, getRunTimeline } from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";
import { LABEL_SORTS } from "./label-page.ts";
import { pageLabels } from "./page-labels.ts";
import { timelineFigures } from "./timeline-slices.ts";

/** Of any form: what is no id answers like an id that does not exist. */
const runId = z.string();
const labelQuery = z.strictObject({
  search: z.string().max(200),
  sort: z.enum(LABEL_SORTS),
  direction: z.enum(["ascending", "descending"]),
  page: z.int().min(0).max(100_000),
});

export const runRouter = router({
  get: procedure
    .input(z.strictObject({ runId }))
    .query(({ ctx: { ctx }, input }) => getRun({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } })),

  timeline: procedure
    .input(z.strictObject({ runId, mostPoints: z.int().min(10).max(720) }))
    .query(async ({ ctx: { ctx }, input }) => timelineFigures(await getRunTimeline({ ctx, input }))),

  labels: procedure
    .input(z.strictObject({ runId, query: labelQuery }))
    .query(async ({ ctx: { ctx }, input: { runId: id, query } }) => {
      const { answer } = await getRun({ ctx, input: { runId: id, webUrl: env().HEADROOM_WEB_URL } });
      return pageLabels(answer.summary.labels, query);
    }),
});
