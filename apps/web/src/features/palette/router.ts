import "server-only";
import { z } from "zod";
import { findAnything } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

export const paletteRouter = router({
  find: procedure
    .input(z.strictObject({ text: z.string().max(200) }))
    .query(({ ctx: { ctx }, input }) => findAnything({ ctx, input })),
});
