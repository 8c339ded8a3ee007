import "server-only";
import { changeAcceptance } from "@headroom/contract";
import {
  acceptChange,
  getTrend,
  trendInput,
  undoAcceptChange,
  undoAcceptChangeInput,
} from "@headroom/services";
import { id, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const trendRouter = router({
  get: procedure.input(taken(trendInput)).query(({ ctx: { ctx }, input }) => getTrend({ ctx, input })),

  accept: procedure
    .input(taken(changeAcceptance.extend({ experimentId: id })))
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      acceptChange({ ctx, input: { experimentId, body } }),
    ),

  undoAccept: procedure
    .input(taken(undoAcceptChangeInput))
    .mutation(({ ctx: { ctx }, input }) => undoAcceptChange({ ctx, input })),
});
