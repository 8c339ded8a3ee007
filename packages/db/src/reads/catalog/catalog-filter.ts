import { RUN_OUTCOMES } from "@headroom/core";
import type { Parameter } from "../../workspace-tx.ts";

/** The outcome of the latest run that counts for the experiment. `pending`: it isn't decided yet. `open`: no run counts. */
export const CATALOG_STATES = [...RUN_OUTCOMES, "pending", "open"] as const;
export type CatalogState = (typeof CATALOG_STATES)[number];

export interface CatalogFilter {
  /** Each word has to be in a name, the group, a tag or the owner, or begin the latest run's commit. */
  search?: string;
  serviceSlug?: string;
  group?: string;
  tag?: string;
  /** Of the latest run. */
  environment?: string;
  owner?: string;
}

export const STATE = `case when e.latest_run_id is null then 'open' else coalesce(e.latest_outcome, 'pending') end`;

/** Experiments that people can see: neither unpublished nor deleted. */
export const LISTED = "not e.provisional and e.deleted_at is null";

const MAX_WORDS = 8;
const SEARCHED = `lower(concat_ws(' ', e.name, e.group_name, s.name, array_to_string(e.tags, ' '), e.owner))`;

/** The conditions of a filter for `experiment e join service s`, and their parameters from `$1` on. */
export function catalogConditions(filter: CatalogFilter): { where: string; parameters: Parameter[] } {
  const conditions = [LISTED];
  const parameters: Parameter[] = [];
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${column} = $${parameters.push(value)}`);
  };
  equal("s.slug", filter.serviceSlug);
  equal("e.group_name", filter.group);
  equal("e.latest_environment", filter.environment);
  equal("e.owner", filter.owner);
  if (filter.tag !== undefined) conditions.push(`$${parameters.push(filter.tag)} = any(e.tags)`);
  for (const word of wordsOf(filter.search ?? "")) {
    const at = `$${parameters.push(word)}`;
    conditions.push(
      `(position(${at} in ${SEARCHED}) > 0 or starts_with(lower(coalesce(e.latest_commit, '')), ${at}))`,
    );
  }
  return { where: conditions.join(" and "), parameters };
}

function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}
