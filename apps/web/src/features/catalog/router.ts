import "server-only";
import { listCatalog } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";
import { catalogQuery } from "./search-params.ts";

export const catalogRouter = router({
  list: procedure
    .input(catalogQuery.pick({ search: true }))
    .query(({ ctx: { ctx }, input }) => listCatalog({ ctx, input: { search: input.search, limit: 200 } })),
});
