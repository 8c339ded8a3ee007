import "server-only";
import { z } from "zod";
import { ownSourceInput } from "@headroom/contract";
import {
  getTrafficMapping,
  listSeenMetrics,
  listUnmappedSenders,
  mapSender,
  previewSource,
  updateMappingInput,
  updateTrafficMapping,
} from "@headroom/services";
import { ofService, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const mappingRouter = router({
  get: procedure.input(ofService).query(({ ctx: { ctx }, input }) => getTrafficMapping({ ctx, input })),

  metrics: procedure.input(ofService).query(({ ctx: { ctx }, input }) => listSeenMetrics({ ctx, input })),

  preview: procedure
    .input(taken(ofService.extend({ source: ownSourceInput })))
    .query(({ ctx: { ctx }, input }) => previewSource({ ctx, input })),

  senders: procedure.query(({ ctx: { ctx } }) => listUnmappedSenders({ ctx })),

  mapSender: procedure
    .input(z.strictObject({ sender: z.string().max(500) }))
    .mutation(({ ctx: { ctx }, input }) => mapSender({ ctx, input })),

  update: procedure
    .input(taken(updateMappingInput))
    .mutation(({ ctx: { ctx }, input }) => updateTrafficMapping({ ctx, input })),
});
