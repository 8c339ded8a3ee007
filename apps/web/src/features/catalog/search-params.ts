const VERDICT_FILTERS = ["all", "met", "missed", "unsure", "open"] as const;
export type VerdictFilter = (typeof VERDICT_FILTERS)[number];

/** What the catalog's address holds. */
export interface CatalogQuery {
  search: string;
  verdict: VerdictFilter;
  page: number;
}

const MOST_LETTERS = 200;
const MOST_PAGES = 1000;

/** Whatever cannot be read is as if it were not there. */
export function readCatalogQuery(search: Record<string, string | string[] | undefined>): CatalogQuery {
  const { q, verdict, page } = search;
  const asked = typeof page === "string" && /^\d{1,4}$/.test(page) ? Number(page) : 1;
  return {
    search: typeof q === "string" ? q.slice(0, MOST_LETTERS) : "",
    verdict: VERDICT_FILTERS.find((filter) => filter === verdict) ?? "all",
    page: Math.min(Math.max(1, asked), MOST_PAGES),
  };
}

/** The address of a view; what is as it always is stays out of it. */
export function catalogAddress({ search, verdict, page }: CatalogQuery): string {
  const parameters = new URLSearchParams();
  if (search !== "") parameters.set("q", search);
  if (verdict !== "all") parameters.set("verdict", verdict);
  if (page > 1) parameters.set("page", String(page));
  const text = parameters.toString();
  return text === "" ? "/catalog" : `/catalog?${text}`;
}
