import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { RunCard } from "../view/prepare-runs.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

/** What the sentence of a comparison is made from. */
export interface SentenceInput {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
  /** The figure whose changes the rows show, of more than a pair; without it, the one that a target is about. */
  metric?: FigureId;
}
