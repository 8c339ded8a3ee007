import "server-only";
import { findAnything, findInput } from "@headroom/services";
import { taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const paletteRouter = router({
  find: procedure.input(taken(findInput)).query(({ ctx: { ctx }, input }) => findAnything({ ctx, input })),
});
