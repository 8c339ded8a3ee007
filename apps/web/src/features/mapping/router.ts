import "server-only";
import { z } from "zod";
import { MAX_OWN_SOURCES, ownSourceInput } from "@headroom/contract";
import { getTrafficMapping, listSeenMetrics, previewSource, updateTrafficMapping } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

const service = z.string().max(200);

export const mappingRouter = router({
  get: procedure
    .input(z.strictObject({ service }))
    .query(({ ctx: { ctx }, input }) => getTrafficMapping({ ctx, input })),

  metrics: procedure
    .input(z.strictObject({ service }))
    .query(({ ctx: { ctx }, input }) => listSeenMetrics({ ctx, input })),

  preview: procedure
    .input(z.strictObject({ service, source: ownSourceInput }))
    .query(({ ctx: { ctx }, input }) => previewSource({ ctx, input })),

  update: procedure
    .input(
      z.strictObject({
        service,
        rule: z.string().max(100).nullable().optional(),
        foldPaths: z.boolean().optional(),
        own: z.array(ownSourceInput).max(MAX_OWN_SOURCES).optional(),
      }),
    )
    .mutation(({ ctx: { ctx }, input }) => updateTrafficMapping({ ctx, input })),
});
