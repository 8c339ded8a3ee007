import { z } from "zod";

export const VERDICT_FILTERS = ["all", "met", "missed", "unsure", "open"] as const;
export type VerdictFilter = (typeof VERDICT_FILTERS)[number];

/** What the catalog's address holds. Whatever cannot be read is as if it were not there. */
export const catalogQuery = z.object({
  search: z.string().max(200).catch(""),
  verdict: z.enum(VERDICT_FILTERS).catch("all"),
});
export type CatalogQuery = z.output<typeof catalogQuery>;

export function readCatalogQuery(search: Record<string, string | string[] | undefined>): CatalogQuery {
  return catalogQuery.parse({ search: search["q"], verdict: search["verdict"] });
}

/** The address of a view; what is as it always is stays out of it. */
export function catalogAddress({ search, verdict }: CatalogQuery): string {
  const parameters = new URLSearchParams();
  if (search !== "") parameters.set("q", search);
  if (verdict !== "all") parameters.set("verdict", verdict);
  const text = parameters.toString();
  return text === "" ? "/catalog" : `/catalog?${text}`;
}
