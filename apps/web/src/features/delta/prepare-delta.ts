import { deltaWords, figureName, MIN_RUNS } from "@headroom/core";
import type { DeltaWords, LevelChange, Verdict } from "@headroom/core";
import type { DeltaTone } from "@headroom/ui";
import { thresholdText } from "./threshold-text.ts";

/** How far an experiment's default branch is from its level before, as every page shows it. */
export interface DeltaModel extends DeltaWords {
  tone: DeltaTone;
  /** "p99 +23%" */
  text: string;
  /** The first run at the new level; null: the reader may not know of it. */
  href: string | null;
}

/** Of the change to name first; null: none was found. */
export function prepareDelta([change]: readonly LevelChange[]): DeltaModel | null {
  if (change === undefined) return null;
  const words = deltaWords(change);
  return {
    ...words,
    tone: change.state,
    text: words.size === null ? `${words.name} ${words.after}` : `${words.name} ${words.size}`,
    href: change.run === null ? null : `/runs/${change.run.id}`,
  };
}

interface SearchedRuns {
  changes: readonly LevelChange[];
  spark: readonly { value: number | null }[];
}

/** Whether its runs show a change, or are enough to look for one in. */
export function hasChange({ changes, spark }: SearchedRuns): boolean {
  return changes.length > 0 || isSearched(spark.map(({ value }) => value));
}

/** Changes are only looked for in so many exact values. */
export function isSearched(values: readonly (number | null)[]): boolean {
  return values.filter((value) => value !== null).length >= 2 * MIN_RUNS;
}

/** "since run 32 (14 runs, accepted)" */
export function sinceWords({ since, span, tone }: Pick<DeltaModel, "since" | "span" | "tone">): string {
  const beside = [span ?? "", tone === "accepted" ? "accepted" : ""].filter((part) => part !== "");
  return beside.length === 0 ? since : `${since} (${beside.join(", ")})`;
}

interface JudgedBy {
  metric: string;
  label: string | null;
  threshold: number;
  unit: string;
  verdict: Verdict | null;
}

/** "It misses its 120 ms target.", where the figure that changed is the one that misses. */
export function missedTargetWords(
  targets: readonly JudgedBy[],
  { metric, label }: Pick<LevelChange, "metric" | "label">,
): string | null {
  const missed = targets.find(
    (one) => one.verdict === "missed" && one.label === label && one.metric === figureName(metric),
  );
  if (missed === undefined || label !== null) return null;
  return `It misses its ${thresholdText(missed.threshold, missed.unit)} target.`;
}
