import { formatCount } from "@headroom/ui";
import type { CatalogState } from "@headroom/services";
import type { VerdictFilter } from "./search-params.ts";

export type StateCounts = Record<CatalogState, number>;
export type VerdictCounts = Record<VerdictFilter, number>;

export function verdictCounts(counts: StateCounts): VerdictCounts {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { all, ...counts };
}

/** "3 of 8 experiments hold. 2 missed, 1 unsure, 2 without results." */
export function catalogSentence(counts: StateCounts, narrowed: boolean): { lead: string; rest: string } {
  const { all } = verdictCounts(counts);
  if (narrowed && all === 0) return { lead: "No experiments match.", rest: "" };
  const only = STATES.find((state) => counts[state] === 1);
  if (all === 1 && only !== undefined) return { lead: (narrowed ? ONE_MATCH : ONE)[only], rest: "" };
  const parts = [
    counted(counts.missed, "missed"),
    counted(counts.unsure, "unsure"),
    counted(counts["no-baseline"], "without a baseline"),
    counted(counts.untargeted, "without targets"),
    counted(counts.open, "without results"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(counts.met)} of ${formatCount(all)} experiments ${counts.met === 1 ? "holds" : "hold"}.`,
    rest: parts.length === 0 ? "" : `${parts.join(", ")}.`,
  };
}

const STATES = ["met", "missed", "unsure", "no-baseline", "untargeted", "open"] as const;

const ONE: Record<CatalogState, string> = {
  met: "The only experiment holds.",
  missed: "The only experiment does not hold.",
  unsure: "The only experiment has an unsure verdict.",
  "no-baseline": "The only experiment has no baseline yet.",
  untargeted: "The only experiment has no targets yet.",
  open: "The only experiment has no results yet.",
};

/** Of several experiments, the only one that the filters leave. */
const ONE_MATCH: Record<CatalogState, string> = {
  met: "The only match holds.",
  missed: "The only match does not hold.",
  unsure: "The only match has an unsure verdict.",
  "no-baseline": "The only match has no baseline yet.",
  untargeted: "The only match has no targets yet.",
  open: "The only match has no results yet.",
};

function counted(count: number, words: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${words}`;
}
