import type { FoundRun } from "@headroom/services";
import type { VerdictState } from "@headroom/ui";

export interface ArrivedRun {
  name: string;
  href: string;
  state: VerdictState;
}

/** How far a workspace is on its way to a first compared run. */
export interface FirstRunState {
  first: ArrivedRun | null;
  second: ArrivedRun | null;
  /** Where the two stand beside each other. */
  comparison: string | null;
}

/** From the newest runs, the newest first. */
export function prepareFirstRun(newest: readonly FoundRun[]): FirstRunState {
  const [later, earlier] = newest;
  if (later === undefined) return { first: null, second: null, comparison: null };
  if (earlier === undefined) return { first: arrived(later), second: null, comparison: null };
  return {
    first: arrived(earlier),
    second: arrived(later),
    comparison: `/comparisons?runs=${earlier.id},${later.id}`,
  };
}

function arrived({ id, number, experimentName, verdict }: FoundRun): ArrivedRun {
  return {
    name: `${experimentName}, run ${number}`,
    href: `/runs/${id}`,
    state: (verdict ?? "untargeted") as VerdictState,
  };
}

/** The page's sentence: where one stands, and what is next. */
export function firstRunSentence({ first, second }: FirstRunState): { lead: string; rest: string } {
  if (first === null) return { lead: "Nothing was proved yet.", rest: "Two lines make a first comparison." };
  if (second === null)
    return { lead: "The first run is here.", rest: "Send a second one to compare it with." };
  return { lead: "Two runs are here.", rest: "Lay them side by side." };
}
