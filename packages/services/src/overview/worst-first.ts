import { CATALOG_STATES } from "@headroom/db";
import type { CatalogState } from "@headroom/db";

/** People want to see first what needs them. */
export const WORST_FIRST: readonly CatalogState[] = [
  "misses",
  "regressed",
  "unsure",
  ...CATALOG_STATES.filter((state) => !["misses", "regressed", "unsure", "open"].includes(state)),
  "open",
];
