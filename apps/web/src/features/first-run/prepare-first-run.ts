import { outcomeState } from "@headroom/ui";
import type { FoundRun } from "@headroom/services";
import type { OutcomeState } from "@headroom/ui";

export interface ArrivedRun {
  name: string;
  href: string;
  state: OutcomeState;
  ofSome: boolean;
}

/** How far a workspace is on its way to a first compared run. */
export interface FirstRunState {
  first: ArrivedRun | null;
  second: ArrivedRun | null;
  /** The address of their comparison. */
  comparison: string | null;
}

/** Takes the latest runs, newest first. Only runs of one experiment are a before and an after. */
export function prepareFirstRun(newest: readonly FoundRun[]): FirstRunState {
  const [later, ...others] = newest;
  const earlier = others.find(
    ({ experimentName, serviceName }) =>
      experimentName === later?.experimentName && serviceName === later.serviceName,
  );
  if (later === undefined) return { first: null, second: null, comparison: null };
  if (earlier === undefined) return { first: arrived(later), second: null, comparison: null };
  return {
    first: arrived(earlier),
    second: arrived(later),
    comparison: `/comparisons?runs=${earlier.id},${later.id}`,
  };
}

function arrived({ id, number, experimentName, outcome, someLabels }: FoundRun): ArrivedRun {
  return {
    name: `${experimentName}, run ${number}`,
    href: `/runs/${id}`,
    state: outcomeState(outcome),
    ofSome: someLabels,
  };
}

/** The page's sentence: how far the workspace is, and what to do next. */
export function firstRunSentence({ first, second }: FirstRunState): { lead: string; rest: string } {
  if (first === null)
    return { lead: "Nothing proved yet.", rest: "Two commands get you to your first comparison." };
  if (second === null)
    return { lead: "Your first run is here.", rest: "Upload a second one to compare it with." };
  return { lead: "Both runs are here.", rest: "Compare them." };
}
