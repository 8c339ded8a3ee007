import { z } from "zod";

const VERDICT_FILTERS = ["all", "met", "missed", "unsure", "open"] as const;
export type VerdictFilter = (typeof VERDICT_FILTERS)[number];

/** What the catalog's address holds. Whatever cannot be read is as if it were not there. */
const catalogQuery = z.object({
  search: z.string().max(200).catch(""),
  verdict: z.enum(VERDICT_FILTERS).catch("all"),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});
export type CatalogQuery = z.output<typeof catalogQuery>;

export function readCatalogQuery(search: Record<string, string | string[] | undefined>): CatalogQuery {
  return catalogQuery.parse({ search: search["q"], verdict: search["verdict"], page: search["page"] });
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
