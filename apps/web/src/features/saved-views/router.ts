import "server-only";
import {
  deleteView,
  deleteViewInput,
  listViews,
  listViewsInput,
  saveView,
  saveViewInput,
} from "@headroom/services";
import { taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

export const savedViewsRouter = router({
  list: procedure.input(taken(listViewsInput)).query(({ ctx: { ctx }, input }) => listViews({ ctx, input })),

  save: procedure.input(taken(saveViewInput)).mutation(({ ctx: { ctx }, input }) => saveView({ ctx, input })),

  delete: procedure
    .input(taken(deleteViewInput))
    .mutation(({ ctx: { ctx }, input }) => deleteView({ ctx, input })),
});
