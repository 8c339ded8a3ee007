import { LEFT_OUT } from "./run-standing.ts";
import type { LeftOut } from "./run-standing.ts";
import type { StepState } from "./step.ts";

export interface StepAtClose {
  id: string;
  title: string;
  state: StepState;
  runs: readonly RunAtClose[];
}

interface RunAtClose {
  id: string;
  number: number;
  verdict: string | null;
  /** Null: it wasn't decided yet. */
  outcome: string | null;
  leftOut: LeftOut | null;
}

const STATES: Readonly<Record<StepState, string>> = {
  met: "met",
  missed: "missed",
  unsure: "unsure",
  open: "not run",
};

/** What has become of a closed gameday's runs since then, in sentences: its report stays as it was. */
export function sinceClosed(before: readonly StepAtClose[], after: readonly StepAtClose[]): string[] {
  return before.flatMap((step) => {
    const now = after.find(({ id }) => id === step.id);
    if (now === undefined) return [];
    return [
      ...(now.state === step.state ? [] : [`${step.title} would now be ${STATES[now.state]}.`]),
      ...now.runs.flatMap((run) => {
        const then = step.runs.find(({ id }) => id === run.id);
        const name = `Run ${run.number} of ${step.title}`;
        if (then === undefined) return run.leftOut === null ? [`${name} was uploaded later.`] : [];
        if (then.leftOut !== run.leftOut)
          return [run.leftOut === null ? `${name} counts now.` : `${name} ${LEFT_OUT[run.leftOut]}.`];
        const isSame = then.verdict === run.verdict && (then.outcome ?? run.outcome) === run.outcome;
        return isSame ? [] : [`${name} was judged again.`];
      }),
    ];
  });
}
