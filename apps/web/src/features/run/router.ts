import "server-only";
import { z } from "zod";
import {
  getRun,
  getRunTimeline,
  getRunWindow,
  listWindowLabels,
  windowInput,
  windowLabelsInput,
} from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";
import { timelineFigures } from "./timeline-slices.ts";

/** Of any form: what is no id answers like an id that does not exist. */
const runId = z.string();

export const runRouter = router({
  get: procedure
    .input(z.strictObject({ runId }))
    .query(({ ctx: { ctx }, input }) => getRun({ ctx, input: { ...input, webUrl: env().HEADROOM_WEB_URL } })),

  window: procedure.input(windowInput).query(({ ctx: { ctx }, input }) => getRunWindow({ ctx, input })),

  timeline: procedure
    .input(
      z.strictObject({
        runId,
        mostPoints: z.int().min(10).max(720),
        fromSeconds: z.number().optional(),
        toSeconds: z.number().optional(),
        label: windowInput.shape.label,
        successful: z.boolean().default(false),
      }),
    )
    .query(async ({ ctx: { ctx }, input: { successful, fromSeconds, toSeconds, ...input } }) => {
      const stretch = fromSeconds === undefined || toSeconds === undefined ? {} : { fromSeconds, toSeconds };
      return timelineFigures(await getRunTimeline({ ctx, input: { ...input, ...stretch } }), successful);
    }),

  labels: procedure
    .input(windowLabelsInput)
    .query(({ ctx: { ctx }, input }) => listWindowLabels({ ctx, input })),
});
