import "server-only";
import { z } from "zod";
import { getOverview, listCatalogChoices, listCatalogLines, openHome } from "@headroom/services";
import { whose } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";
import { ROWS_ON_A_PAGE } from "./prepare-catalog.ts";
import { OUTCOME_FILTERS, SORTS } from "./search-params.ts";

const text = z.string().max(200);

const catalogQuery = z.strictObject({
  search: text,
  service: text,
  group: text,
  tag: text,
  environment: text,
  owner: text,
  outcome: z.enum(OUTCOME_FILTERS),
  sort: z.enum(SORTS),
  direction: z.enum(["asc", "desc"]),
  page: z.int().min(1).max(10_000),
});

export const catalogRouter = router({
  list: procedure.input(catalogQuery).query(({ ctx: { ctx }, input }) => {
    const { search, service, group, tag, environment, owner, outcome, sort, direction, page } = input;
    return listCatalogLines({
      ctx,
      input: {
        search,
        ...(service === "" ? {} : { serviceSlug: service }),
        ...(group === "" ? {} : { group }),
        ...(tag === "" ? {} : { tag }),
        ...(environment === "" ? {} : { environment }),
        ...(owner === "" ? {} : { owner }),
        ...(outcome === "all" ? {} : { state: outcome }),
        sort,
        direction,
        skip: (page - 1) * ROWS_ON_A_PAGE,
        limit: ROWS_ON_A_PAGE,
      },
    });
  }),

  choices: procedure.query(({ ctx: { ctx } }) => listCatalogChoices({ ctx })),

  overview: procedure.input(whose).query(({ ctx: { ctx }, input }) => getOverview({ ctx, input })),

  /** Notes the visit, so it changes something. */
  openHome: procedure.input(whose).mutation(({ ctx: { ctx }, input }) => openHome({ ctx, input })),
});
