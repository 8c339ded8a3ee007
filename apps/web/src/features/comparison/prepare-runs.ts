import type { ComparedRun, RunComparison } from "@headroom/contract";
import { letterLook } from "@headroom/ui";
import { toolTitle } from "@headroom/core";
import type { RunOutcome, Verdict } from "@headroom/core";

/** A run of the comparison as its card shows it. */
export interface RunCard {
  id: string;
  position: number;
  letter: string;
  number: number;
  experiment: string;
  service: string;
  /** "staging · main · k6 1.2", what is known of it. */
  about: string;
  commit: string | null;
  notes: string | null;
  startedAt: string;
  isBaseline: boolean;
  isReference: boolean;
  /** What is concluded from the run itself; null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** By its targets alone. */
  verdict: Verdict | "untargeted";
  /** Its figures are the tool's own, or published ones. */
  quoted: boolean;
  interrupted: boolean;
}

/** `positions`: the place of each run in the address, in the order of the runs. */
export function prepareRuns(
  { runs, reference }: RunComparison,
  positions: readonly number[],
): readonly RunCard[] {
  return runs.map((run, at) => {
    const position = positions[at] ?? at;
    return {
      id: run.id,
      position,
      letter: letterLook(position).letter,
      number: run.number,
      experiment: run.experiment.name,
      service: run.service.name,
      about: aboutOf(run),
      commit: run.commit,
      notes: run.notes,
      startedAt: run.startedAt,
      isBaseline: run.isBaseline,
      isReference: at === reference,
      outcome: run.outcome,
      verdict: run.verdict ?? "untargeted",
      quoted: run.proof.source === "quoted",
      interrupted: run.status === "interrupted",
    };
  });
}

function aboutOf({ environment, branch, tool, toolVersion }: ComparedRun): string {
  const made = toolVersion === null ? toolTitle(tool) : `${toolTitle(tool)} ${toolVersion}`;
  return [environment, branch, made].filter((word) => word !== null && word !== "").join(" · ");
}

/** "A", "A and C", "A, B and C". */
export function lettersOf(cards: readonly RunCard[]): string {
  const letters = cards.map(({ letter }) => letter);
  return letters.length < 2 ? letters.join("") : `${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}`;
}
