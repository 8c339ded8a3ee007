import "server-only";
import { z } from "zod";
import { getTrafficMapping, updateTrafficMapping } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

const service = z.string().max(200);

export const mappingRouter = router({
  get: procedure
    .input(z.strictObject({ service }))
    .query(({ ctx: { ctx }, input }) => getTrafficMapping({ ctx, input })),

  update: procedure
    .input(
      z.strictObject({
        service,
        rule: z.string().max(100).nullable().optional(),
        foldPaths: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx: { ctx }, input }) => updateTrafficMapping({ ctx, input })),
});
