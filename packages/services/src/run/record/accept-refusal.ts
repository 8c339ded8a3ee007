import { reasonWords } from "@headroom/core";
import type { ListedRunRead } from "@headroom/db";
import { flawOf } from "./baseline-flaw.ts";

interface Refusal {
  message: string;
  hint: string;
}

/** Worse than what it was compared with, or it can be chance, or it was under much more load. */
const WORSE: readonly (string | null)[] = ["regressed", "worse", "busier"];

/** Why what changed in a run can't be accepted; null: it can. `isPinned`: its experiment has a baseline. */
export function acceptRefusal(run: ListedRunRead, { isPinned }: { isPinned: boolean }): Refusal | null {
  const flaw = flawOf(run);
  if (run.setAside !== null)
    return { message: "The run is set aside.", hint: "Count it again first, then accept it." };
  if (run.status !== "finished" || flaw?.isSevere === true)
    return {
      message: `The run can't be compared with. ${flaw === null ? "" : reasonWords([flaw.reason])}`.trim(),
      hint: "Accept a later run that shows the same level.",
    };
  if (isPinned)
    return {
      message: "Runs of this experiment are compared with its baseline.",
      hint: "Make this run the baseline, or remove the baseline first.",
    };
  // A gate may have judged it before the job did.
  if (WORSE.includes(run.compared) || (run.isUndecided && run.outcome === "regressed")) return null;
  if (run.isUndecided)
    return { message: "It isn't known yet whether the run got worse.", hint: "Try again in a moment." };
  return {
    message: "The run isn't known to have got worse, so there is nothing to accept.",
    hint: "Later runs are compared with the last good run.",
  };
}
