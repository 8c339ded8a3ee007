import type { ComparedRun, RunComparison } from "@headroom/contract";
import { comparedName, toolTitle } from "@headroom/core";
import type { RunOutcome, Verdict } from "@headroom/core";

/** A run of the comparison as its card shows it. */
export interface RunCard {
  id: string;
  position: number;
  number: number;
  /** What it is called everywhere: "run 46", or "run 1 of Checkout mix" where another run has its number. */
  name: string;
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
  /** The runs whose figures it shows; null: only its own. */
  side: CardSide | null;
}

interface CardSide {
  /** What sentences call it: "the level of 15 good runs"; null: by its run. */
  name: string | null;
  /** "the level of main: 15 runs, newest run 41" */
  words: string;
  /** Besides the run itself. Guests don't see them. */
  others: readonly { id: string; number: number }[];
}

/** `positions`: the place of each run in the address, in the order of the runs. */
export function prepareRuns(
  { runs, reference, judged }: RunComparison,
  positions: readonly number[],
): readonly RunCard[] {
  const sides = judged === null ? [] : [levelSide(judged.level, runs[0]), commitSide(judged.commit)];
  return runs.map((run, at) => {
    const position = positions[at] ?? at;
    return {
      id: run.id,
      position,
      number: run.number,
      name: comparedName(run, runs),
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
      side: sides[at] ?? null,
    };
  });
}

/** The level, if several runs are compared as one, and the run itself otherwise. */
export function sideName({ name, side }: Pick<RunCard, "name" | "side">): string {
  return side?.name ?? name;
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

type SideRuns = NonNullable<RunComparison["judged"]>["level"];

function levelSide({ count, others }: SideRuns, newest: ComparedRun | undefined): CardSide | null {
  if (count < 2 || newest === undefined) return null;
  const { branch, number } = newest;
  return {
    name: `the level of ${count} good runs`,
    words: `the level${branch === null ? "" : ` of ${branch}`}: ${count} runs, newest run ${number}`,
    others,
  };
}

function commitSide({ count, others }: SideRuns): CardSide | null {
  return count < 2 ? null : { name: null, words: `${count} runs of one commit, judged together`, others };
}

/** What a side of several runs combines, and what it doesn't; null: single runs are compared. */
export function sidesWords(cards: readonly RunCard[]): string | null {
  const some = cards.filter(({ side }) => side !== null);
  if (some.length === 0) return null;
  return `Figures, intervals and verdicts are those of all these runs, as ${cards.at(-1)?.name} was judged. Charts over time, curves, gauges and targets are of ${namesOf(cards)} alone.`;
}

function aboutOf({ environment, branch, tool, toolVersion }: ComparedRun): string {
  const made = toolVersion === null ? toolTitle(tool) : `${toolTitle(tool)} ${toolVersion}`;
  return [environment, branch, made].filter((word) => word !== null && word !== "").join(" · ");
}

/** "run 3", "run 3 and run 5", "run 3, run 4 and run 5". */
export function namesOf(cards: readonly Pick<RunCard, "name">[]): string {
  const names = cards.map(({ name }) => name);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
