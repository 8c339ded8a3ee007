import "server-only";
import { changeAcknowledgement } from "@headroom/contract";
import {
  acknowledgeChange,
  getTrend,
  trendInput,
  withdrawAcknowledgement,
  withdrawAcknowledgementInput,
} from "@headroom/services";
import { id, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const trendRouter = router({
  get: procedure.input(taken(trendInput)).query(({ ctx: { ctx }, input }) => getTrend({ ctx, input })),

  acknowledge: procedure
    .input(taken(changeAcknowledgement.extend({ experimentId: id })))
    .mutation(({ ctx: { ctx }, input: { experimentId, ...body } }) =>
      acknowledgeChange({ ctx, input: { experimentId, body } }),
    ),

  withdraw: procedure
    .input(taken(withdrawAcknowledgementInput))
    .mutation(({ ctx: { ctx }, input }) => withdrawAcknowledgement({ ctx, input })),
});
