import { deltaWords } from "@headroom/core";
import type { DeltaWords, LevelChange } from "@headroom/core";
import type { DeltaTone } from "@headroom/ui";

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

/** "since run 32, 14 runs, accepted" */
export function sinceWords({ since, span, tone }: Pick<DeltaModel, "since" | "span" | "tone">): string {
  return [since, span ?? "", tone === "accepted" ? "accepted" : ""].filter((part) => part !== "").join(", ");
}
