import { formatCount } from "@headroom/ui";
import type { CatalogState } from "@headroom/services";
import type { VerdictFilter } from "./search-params.ts";

export type StateCounts = Record<CatalogState, number>;
export type VerdictCounts = Record<VerdictFilter, number>;

export function verdictCounts(counts: StateCounts): VerdictCounts {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { all, ...counts };
}

/** "3 of 8 experiments hold. 2 miss, 1 is unsure, 2 have no result." */
export function catalogSentence(counts: StateCounts, narrowed: boolean): { lead: string; rest: string } {
  const { all } = verdictCounts(counts);
  if (narrowed && all === 0) return { lead: "No experiment is left.", rest: "" };
  const only = STATES.find((state) => counts[state] === 1);
  if (all === 1 && only !== undefined) return { lead: ONE[only], rest: "" };
  const parts = [
    many(counts.missed, "misses", "miss"),
    many(counts.unsure, "is unsure", "are unsure"),
    many(counts.untargeted, "has no targets", "have no targets"),
    many(counts.open, "has no result", "have no result"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(counts.met)} of ${formatCount(all)} experiments ${counts.met === 1 ? "holds" : "hold"}.`,
    rest: parts.length === 0 ? "" : `${parts.join(", ")}.`,
  };
}

const STATES = ["met", "missed", "unsure", "untargeted", "open"] as const;

const ONE: Record<CatalogState, string> = {
  met: "The one experiment holds.",
  missed: "The one experiment does not hold yet.",
  unsure: "The one experiment is unsure.",
  untargeted: "The one experiment has no targets yet.",
  open: "The one experiment has no result yet.",
};

function many(count: number, one: string, more: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${count === 1 ? one : more}`;
}
