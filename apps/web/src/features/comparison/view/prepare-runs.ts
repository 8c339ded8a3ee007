import type { ComparedRun, RunComparison } from "@headroom/contract";
import { comparedName, isOneExperiment, toolTitle } from "@headroom/core";
import type { RunOutcome, Verdict } from "@headroom/core";
import { plural } from "@headroom/core/format";

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
  /** Where nothing else names its runs, such as in a picture: "the level of main: 15 runs, newest run 41". */
  words: string;
  /** Beneath its name: "the other 14 runs of main", "3 runs of one commit, judged together". */
  rest: string;
  /** The run of a level that is drawn over time and as a curve; null: the card's own. */
  drawn: Pick<ComparedRun, "id" | "number" | "summary" | "hasTimeline"> | null;
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

/** The same where its name would be too long: "the level". */
export function briefSideName({ name, side }: Pick<RunCard, "name" | "side">): string {
  return side?.name == null ? name : "the level";
}

/** What is drawn of the card's own run, which is the newest one of a level: "run 31 of the level". */
export function drawnName(card: Pick<RunCard, "name" | "side">): string {
  return card.side?.name == null ? card.name : `${card.name} of the level`;
}

/** What is drawn over time and as a curve: of a level, its typical run. */
export function asDrawn(
  comparison: RunComparison,
  cards: readonly RunCard[],
): { comparison: RunComparison; cards: readonly RunCard[] } {
  const runs = comparison.runs.map((run, at) => ({ ...run, ...cards[at]?.side?.drawn }));
  const drawn = cards.map((card) => {
    const typical = card.side?.drawn ?? null;
    if (typical === null) return card;
    const { id, number } = typical;
    return { ...card, id, number, name: `run ${number}` };
  });
  return { comparison: { ...comparison, runs }, cards: drawn };
}

export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** For titles: the reference first, as it is read, and whether it is a level. */
export function namedRuns({ runs, reference, judged }: RunComparison): [RunComparison["runs"], boolean] {
  const isLevel = judged !== null && judged.level.count > 1;
  return [[...runs.slice(reference), ...runs.slice(0, reference)], isLevel];
}

/** "Nightly search, Storefront", or how many experiments the runs are of. */
export function aboutRuns(runs: RunComparison["runs"]): string {
  const [run] = runs;
  if (run !== undefined && isOneExperiment(runs)) return `${run.experiment.name}, ${run.service.name}`;
  const experiments = new Set(runs.map(({ experiment }) => experiment.id)).size;
  return `${runs.length} runs of ${plural(experiments, "experiment")}`;
}

type SideRuns = NonNullable<RunComparison["judged"]>["level"];

function levelSide({ count, others, typical }: SideRuns, newest: ComparedRun | undefined): CardSide | null {
  if (count < 2 || newest === undefined) return null;
  const { branch, number } = newest;
  const of = branch === null ? "" : ` of ${branch}`;
  return {
    name: `the level of ${count} good runs`,
    words: `the level${of}: ${count} runs, newest run ${number}`,
    rest: `the other ${plural(count - 1, "run")}${of}`,
    drawn: typical ?? null,
    others,
  };
}

function commitSide({ count, others }: Pick<SideRuns, "count" | "others">): CardSide | null {
  const words = `${count} runs of one commit, judged together`;
  return count < 2 ? null : { name: null, words, rest: words, drawn: null, others };
}

/** What a side of several runs combines, and what it doesn't; null: single runs are compared. */
export function sidesWords(cards: readonly RunCard[]): string | null {
  const some = cards.filter(({ side }) => side !== null);
  if (some.length === 0) return null;
  return `Figures, intervals and verdicts are those of all these runs, as ${cards.at(-1)?.name} was judged. ${drawnWords(cards)}`;
}

function drawnWords(cards: readonly RunCard[]): string {
  const typical = cards.find(({ side }) => side?.drawn != null)?.side?.drawn ?? null;
  if (typical === null) return `Charts over time, curves, gauges and targets are of ${namesOf(cards)} alone.`;
  return `Charts over time and curves show run ${typical.number} of the level, which is nearest to it. Gauges and targets are of ${namesOf(cards)} alone.`;
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
