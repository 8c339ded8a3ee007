import "server-only";
import { z } from "zod";
import { createUploadTicket, listCatalog } from "@headroom/services";
import { secret } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";

const SUGGESTED = 8;

export const uploadRouter = router({
  /** For what a page asks of ingest in the next ten minutes. */
  ticket: procedure.mutation(({ ctx: { ctx, http } }) =>
    createUploadTicket({
      ctx,
      input: { secret: secret(), purpose: { kind: "upload" }, sessionId: http?.session?.sessionId ?? null },
    }),
  ),

  /** Experiments with these words in their name, group or service. */
  experiments: procedure
    .input(z.strictObject({ search: z.string().max(200) }))
    .query(async ({ ctx: { ctx }, input: { search } }) => {
      const { experiments } = await listCatalog({ ctx, input: { search, limit: SUGGESTED } });
      return experiments.map(({ id, name, service }) => ({ id, name, service: service.name }));
    }),
});
