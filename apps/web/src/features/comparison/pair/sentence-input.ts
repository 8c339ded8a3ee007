import type { RunComparison } from "@headroom/contract";
import type { RunCard } from "../view/prepare-runs.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

/** What the sentence of a comparison is made from. */
export interface SentenceInput {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
}
