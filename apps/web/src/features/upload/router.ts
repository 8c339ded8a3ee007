import "server-only";
import { z } from "zod";
import { createUploadTicket, findDestination, listCatalog } from "@headroom/services";
import { secret } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";

const SUGGESTED = 20;

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
      const { experiments, total } = await listCatalog({
        ctx,
        input: { search, limit: SUGGESTED, ...(service === undefined ? {} : { serviceSlug: service }) },
      });
      return {
        total,
        experiments: experiments.map(
          ({ id, slug, name, service: { slug: serviceSlug, name: serviceName } }) => {
            return { id, slug, name, service: { slug: serviceSlug, name: serviceName } };
          },
        ),
      };
    }),

  /** What exists of a service and an experiment by their names. */
  destination: procedure
    .input(z.strictObject({ service: z.string().max(200), experiment: z.string().max(200) }))
    .query(({ ctx: { ctx }, input }) => findDestination({ ctx, input })),
});
