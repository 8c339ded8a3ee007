import "server-only";
import { z } from "zod";
import { createShare, listShares, revokeShare } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

const MAX_RUNS = 20;

/** Takes ids in any form: a malformed id is answered like an id that does not exist. */
const subject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), runId: z.string() }),
  z.strictObject({
    kind: z.literal("comparison"),
    runIds: z.array(z.string()).max(MAX_RUNS),
    positions: z.array(z.int()).max(MAX_RUNS).optional(),
    reference: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal("rounds"),
    service: z.string(),
    rounds: z.discriminatedUnion("by", [
      z.strictObject({ by: z.literal("label"), key: z.string(), before: z.string(), after: z.string() }),
      z.strictObject({ by: z.literal("date"), split: z.string() }),
    ]),
  }),
  z.strictObject({ kind: z.literal("peak-day"), peakDayId: z.string() }),
  z.strictObject({ kind: z.literal("readiness"), peakDayId: z.string() }),
  z.strictObject({ kind: z.literal("gameday"), gamedayId: z.string() }),
]);

export const shareRouter = router({
  list: procedure
    .input(z.strictObject({ subject }))
    .query(({ ctx: { ctx }, input }) => listShares({ ctx, input })),

  create: procedure
    .input(
      z.strictObject({
        subject,
        expiresInDays: z.int(),
        passphrase: z.string().max(1_000).nullable(),
        /** Of rounds and readiness reports: they stay as they are now. */
        frozen: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx: { ctx }, input: { frozen, ...input } }) => {
      const freeze = frozen ? { keepDays: trafficKeptFor(env()) } : null;
      const { path, ...made } = await createShare({ ctx, input, freeze });
      return { ...made, address: `${env().HEADROOM_WEB_URL}${path}` };
    }),

  revoke: procedure
    .input(z.strictObject({ shareId: z.string() }))
    .mutation(({ ctx: { ctx }, input }) => revokeShare({ ctx, input })),
});
