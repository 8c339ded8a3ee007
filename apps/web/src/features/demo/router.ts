import "server-only";
import { getDemo, loadDemo, removeDemo } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";

export const demoRouter = router({
  state: procedure.query(({ ctx: { ctx } }) => getDemo({ ctx })),
  load: procedure.mutation(({ ctx: { ctx } }) => loadDemo({ ctx })),
  remove: procedure.mutation(({ ctx: { ctx } }) => removeDemo({ ctx })),
});
