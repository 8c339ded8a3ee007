import type { CatalogEntry } from "@headroom/services";
import { formatCount } from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";
import type { VerdictFilter } from "./search-params.ts";

export type VerdictCounts = Record<VerdictFilter, number>;

export function stateOf({ recentRuns: [latest] }: CatalogEntry): VerdictState {
  if (latest === undefined) return "open";
  return latest.verdict ?? "untargeted";
}

/** An experiment without targets is as open as one that never ran: nothing says whether it holds. */
export function filterOf(entry: CatalogEntry): Exclude<VerdictFilter, "all"> {
  const state = stateOf(entry);
  return state === "met" || state === "missed" || state === "unsure" ? state : "open";
}

export function verdictCounts(experiments: readonly CatalogEntry[]): VerdictCounts {
  const counts = { all: experiments.length, met: 0, missed: 0, unsure: 0, open: 0 };
  for (const entry of experiments) counts[filterOf(entry)] += 1;
  return counts;
}

/** "3 of 8 experiments hold. 2 miss, 1 is unsure, 2 have no result." */
export function catalogSentence(experiments: readonly CatalogEntry[]): { lead: string; rest: string } {
  const states = experiments.map(stateOf);
  const count = (state: VerdictState) => states.filter((one) => one === state).length;
  const [only] = states;
  if (only !== undefined && states.length === 1) return { lead: ONE[only], rest: "" };
  const met = count("met");
  const parts = [
    many(count("missed"), "misses", "miss"),
    many(count("unsure"), "is unsure", "are unsure"),
    many(count("untargeted"), "has no targets", "have no targets"),
    many(count("open"), "has no result", "have no result"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(met)} of ${formatCount(states.length)} experiments ${met === 1 ? "holds" : "hold"}.`,
    rest: parts.length === 0 ? "" : `${parts.join(", ")}.`,
  };
}

const ONE: Record<VerdictState, string> = {
  met: "The one experiment holds.",
  missed: "The one experiment does not hold yet.",
  unsure: "The one experiment is unsure.",
  untargeted: "The one experiment has no targets yet.",
  open: "The one experiment has no result yet.",
  none: "The one experiment has no proof.",
};

function many(count: number, one: string, more: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${count === 1 ? one : more}`;
}
