import { RUN_OUTCOMES } from "@headroom/core";
import { serviceAddress } from "../shell/service-address.ts";

export const OUTCOME_FILTERS = ["all", ...RUN_OUTCOMES, "pending", "open"] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

export const SORTS = ["service", "latest", "name", "outcome", "throughput", "p99", "runs"] as const;
export type CatalogSort = (typeof SORTS)[number];
export type Direction = "asc" | "desc";

/** The filters chosen from menus; empty means any. */
export const CHOICES = ["service", "group", "tag", "environment", "owner"] as const;
export type Choice = (typeof CHOICES)[number];

/** The view that the catalog's address contains. */
export interface CatalogQuery extends Record<Choice, string> {
  search: string;
  outcome: OutcomeFilter;
  sort: CatalogSort;
  direction: Direction;
  page: number;
}

const MAX_LETTERS = 200;
const MAX_PAGES = 10_000;

/** The direction in which a column is sorted first: what people look for is on top. */
export const FIRST_DIRECTION: Record<CatalogSort, Direction> = {
  service: "asc",
  latest: "desc",
  name: "asc",
  outcome: "asc",
  throughput: "desc",
  p99: "desc",
  runs: "desc",
};

/** Reads the address; anything it cannot read counts as absent. */
export function readCatalogQuery(search: Record<string, string | string[] | undefined>): CatalogQuery {
  const text = (name: string): string => {
    const value = search[name];
    return typeof value === "string" ? value.slice(0, MAX_LETTERS) : "";
  };
  const asked = /^\d{1,5}$/.test(text("page")) ? Number(text("page")) : 1;
  const sort = SORTS.find((one) => one === text("sort")) ?? "service";
  const direction = text("direction");
  return {
    search: text("q"),
    service: text("service"),
    group: text("group"),
    tag: text("tag"),
    environment: text("environment"),
    owner: text("owner"),
    outcome: OUTCOME_FILTERS.find((filter) => filter === text("outcome")) ?? "all",
    sort,
    direction: direction === "asc" || direction === "desc" ? direction : FIRST_DIRECTION[sort],
    page: Math.min(Math.max(1, asked), MAX_PAGES),
  };
}

/** The address of a view. Defaults are left out. The experiments of one service are on its page. */
export function catalogAddress(query: CatalogQuery): string {
  const parameters = new URLSearchParams();
  if (query.search !== "") parameters.set("q", query.search);
  for (const choice of CHOICES)
    if (choice !== "service" && query[choice] !== "") parameters.set(choice, query[choice]);
  if (query.outcome !== "all") parameters.set("outcome", query.outcome);
  if (query.sort !== "service") parameters.set("sort", query.sort);
  if (query.direction !== FIRST_DIRECTION[query.sort]) parameters.set("direction", query.direction);
  if (query.page > 1) parameters.set("page", String(query.page));
  const text = parameters.toString();
  const page = query.service === "" ? "/experiments" : serviceAddress(query.service, "experiments");
  return text === "" ? page : `${page}?${text}`;
}

/** Sorts by a column, or reverses the direction if it is sorted by it already. */
export function sortedBy(query: CatalogQuery, sort: CatalogSort): CatalogQuery {
  const turned = query.direction === "asc" ? "desc" : "asc";
  return { ...query, sort, direction: query.sort === sort ? turned : FIRST_DIRECTION[sort], page: 1 };
}

/** Whether any filter but the outcome is set. A service lists its own experiments, and nothing is missing there. */
export function isNarrowed(query: CatalogQuery): boolean {
  return query.search.trim() !== "" || CHOICES.some((choice) => choice !== "service" && query[choice] !== "");
}
