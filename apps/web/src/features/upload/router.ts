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

  /** Experiments with these words in their name, group or service, of all services or of one. */
  experiments: procedure
    .input(z.strictObject({ search: z.string().max(200), service: z.string().max(200).optional() }))
    .query(async ({ ctx: { ctx }, input: { search, service } }) => {
      const { experiments } = await listCatalog({
        ctx,
        input: { search, limit: SUGGESTED, ...(service === undefined ? {} : { serviceSlug: service }) },
      });
      return experiments.map((one) => ({
        id: one.id,
        slug: one.slug,
        name: one.name,
        service: one.service.name,
      }));
    }),
});
