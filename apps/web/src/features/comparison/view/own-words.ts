import type { PairOutcome } from "@headroom/core";
import type { RunCard } from "./prepare-runs.ts";
import { capital } from "./prepare-runs.ts";

const TARGETS: Record<RunCard["verdict"], (run: string) => string> = {
  met: (run) => `${capital(run)} meets its targets.`,
  missed: (run) => `${capital(run)} misses its targets.`,
  unsure: (run) => `It isn't certain whether ${run} meets its targets.`,
  "no-baseline": (run) => `${capital(run)} had no baseline yet.`,
  untargeted: (run) => `${capital(run)} has no targets.`,
};

interface Own extends Pick<RunCard, "verdict" | "outcome"> {
  /** "It", or "run 46" where it isn't clear which run is meant. */
  called: string;
  /** What it missed, with its figures: "It misses a target: p99 131 ms (target 120 ms)."; empty: nothing. */
  missed: string;
}

/**
 * What a run says of itself, beside what its pair says: its targets, unless the run itself is worse than they show. `pair`:
 * what was said of it before.
 */
export function ownWords({ called, missed, verdict, outcome }: Own, pair: PairOutcome | null): string {
  const targets = verdict === "missed" && missed !== "" ? missed : TARGETS[verdict](called);
  const met = verdict === "met" ? "Its targets are met." : targets;
  if (outcome === "regressed" && pair !== "regressed") {
    const worse = `${capital(called)} regressed from its own baseline.`;
    return verdict === "untargeted" ? worse : `${worse} ${met}`;
  }
  return outcome === "unsure" && verdict === "met"
    ? `It isn't certain that ${called === "it" ? "it" : called} holds. ${met}`
    : targets;
}
