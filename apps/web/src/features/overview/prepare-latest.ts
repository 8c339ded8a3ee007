import type { Overview } from "@headroom/services";
import { formatAge, outcomeState } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";

export interface LatestLine {
  state: OutcomeState;
  ofSome: boolean;
  /** "Nightly search, run 46" */
  name: string;
  href: string;
  service: string;
  age: string;
}

/** Null: nothing has run yet, or only what one person owns is shown. */
export function prepareLatest(
  { latestRuns: [latest], owner }: Pick<Overview, "latestRuns" | "owner">,
  now: Date,
): LatestLine | null {
  if (latest === undefined || owner !== null) return null;
  const { id, number, outcome, someLabels, experiment, service, ranAt } = latest;
  return {
    state: outcomeState(outcome),
    ofSome: someLabels,
    name: `${experiment.name}, run ${number}`,
    href: `/runs/${id}`,
    service: service.name,
    age: formatAge(ranAt, now),
  };
}
