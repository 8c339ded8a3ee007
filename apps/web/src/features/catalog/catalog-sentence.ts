import { formatCount } from "@headroom/ui";
import type { CatalogState } from "@headroom/services";
import { countedOutcomes } from "@headroom/core";
import { OUTCOME_SAYS } from "../shell/outcome-words.ts";
import type { OutcomeFilter } from "./search-params.ts";

export type StateCounts = Record<CatalogState, number>;
export type OutcomeCounts = Record<OutcomeFilter, number>;

export function outcomeCounts(counts: StateCounts): OutcomeCounts {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { all, ...counts };
}

/** "3 of 8 experiments hold. 2 miss, 1 regressed, 2 not tested." */
export function catalogSentence(counts: StateCounts, narrowed: boolean): { lead: string; rest: string } {
  const { all } = outcomeCounts(counts);
  if (narrowed && all === 0) return { lead: "No experiments match.", rest: "" };
  const only = STATES.find((state) => counts[state] === 1);
  if (all === 1 && only !== undefined)
    return { lead: `The only ${narrowed ? "match" : "experiment"} ${OUTCOME_SAYS[only]}.`, rest: "" };
  return countedOutcomes(counts, `${formatCount(all)} experiments`);
}

const STATES = Object.keys(OUTCOME_SAYS) as CatalogState[];
