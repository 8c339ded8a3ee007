import type { PairOutcome } from "@headroom/core";
import type { RunCard } from "./prepare-runs.ts";

const TARGETS: Record<RunCard["verdict"], (letter: string) => string> = {
  met: (letter) => `${letter} meets its targets.`,
  missed: (letter) => `${letter} misses its targets.`,
  unsure: (letter) => `${letter} has an unsure verdict.`,
  "no-baseline": (letter) => `${letter} had no baseline yet.`,
  untargeted: (letter) => `${letter} has no targets.`,
};

/**
 * What a run says of itself, beside what its pair says: its targets, unless the run itself is worse than they show. `pair`:
 * what was said of it before.
 */
export function ownWords(
  { letter, verdict, outcome }: Pick<RunCard, "letter" | "verdict" | "outcome">,
  pair: PairOutcome | null,
): string {
  const targets = TARGETS[verdict](letter);
  const met = verdict === "met" ? "Its targets are met." : targets;
  if (outcome === "regressed" && pair !== "regressed")
    return verdict === "untargeted"
      ? `${letter} regressed from its own baseline.`
      : `${letter} regressed from its own baseline. ${met}`;
  return outcome === "unsure" && verdict === "met"
    ? `It isn't certain that ${letter} holds. ${met}`
    : targets;
}
