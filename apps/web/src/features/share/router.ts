import "server-only";
import { z } from "zod";
import { newShareByApi, shareSubject } from "@headroom/contract";
import { createShare, listShares, revokeShare } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { id, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const shareRouter = router({
  list: procedure
    .input(taken(z.strictObject({ subject: shareSubject })))
    .query(({ ctx: { ctx }, input }) => listShares({ ctx, input })),

  create: procedure
    .input(taken(newShareByApi))
    .mutation(async ({ ctx: { ctx }, input: { frozen = false, ...input } }) => {
      const freeze = frozen ? { keepDays: trafficKeptFor(env()) } : null;
      const { path, ...made } = await createShare({ ctx, input, freeze });
      return { ...made, address: `${env().HEADROOM_WEB_URL}${path}` };
    }),

  revoke: procedure
    .input(z.strictObject({ shareId: id }))
    .mutation(({ ctx: { ctx }, input }) => revokeShare({ ctx, input })),
});
