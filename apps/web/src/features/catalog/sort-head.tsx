import type { ReactNode } from "react";
import { Icon } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { catalogAddress, sortedBy } from "./search-params.ts";
import type { CatalogQuery, CatalogSort } from "./search-params.ts";

interface SortHeadProps {
  sort: CatalogSort;
  query: CatalogQuery;
  right?: boolean;
  children: ReactNode;
}

/** A column's head, which links to the list sorted by it. */
export function SortHead({ sort, query, right = false, children }: SortHeadProps) {
  const chosen = query.sort === sort;
  const direction = query.direction === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={chosen ? direction : "none"} className={right ? "right" : undefined}>
      <AppLink
        href={catalogAddress(sortedBy(query, sort))}
        className={`inline-flex min-h-6 items-center gap-0.5 hover:text-ink ${right ? "flex-row-reverse" : ""} ${chosen ? "font-semibold text-ink" : ""}`}
      >
        {children}
        <Icon
          name={chosen && query.direction === "asc" ? "up" : "down"}
          className={chosen ? "size-3.5" : "size-3.5 opacity-0"}
        />
      </AppLink>
    </th>
  );
}
