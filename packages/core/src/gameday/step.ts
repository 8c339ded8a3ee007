import type { GamedayRun } from "./run-standing.ts";

/** `open`: nothing has been done yet. */
export type StepState = "met" | "missed" | "unsure" | "open";

/** What somebody saw who tried a step. */
export const TICKED_OUTCOMES = ["as-expected", "not-as-expected"] as const;
export type TickedOutcome = (typeof TICKED_OUTCOMES)[number];

/** As the page and the documentation state it. */
export const STEP_RULE =
  "A step is green only if every run that counts holds: it met its targets, and nothing shows that it got worse than its baseline. It is red if a run missed a target and none has met them since. Anything else is amber: a run that met its targets after one that missed, that regressed, that settles nothing, or that has no targets.";

export interface StepVerdict {
  state: StepState;
  /** What each run showed, the worst first; null: no run counts. */
  words: string | null;
}

type Side = { is: "met" | "missed" } | { is: "unsure"; why: string };

/** A bad run can't be hidden by a good one after it: the step isn't green any more, and says both. Runs in order of time. */
export function stepOfRuns(runs: readonly (Pick<GamedayRun, "number"> & JudgedRun)[]): StepVerdict {
  const sides = runs.map((run) => ({ number: run.number, side: sideOf(run) }));
  if (sides.length === 0) return { state: "open", words: null };
  return { state: stateOf(sides.map(({ side }) => side.is)), words: wordsOf(sides) };
}

function stateOf(sides: readonly Side["is"][]): StepState {
  if (sides.every((side) => side === "met")) return "met";
  return sides.findLast((side) => side !== "unsure") === "missed" ? "missed" : "unsure";
}

/** Its comparison leaves it unsure, or what happened to it. */
const MET_UNSURE = "met its targets and is unsure otherwise";

type JudgedRun = Pick<GamedayRun, "status" | "verdict" | "outcome" | "asPlanned">;

function sideOf({ status, verdict, outcome, asPlanned }: JudgedRun): Side {
  // What went wrong did, whatever else is true of the run.
  if (verdict === "missed") return { is: "missed" };
  const unsure = (why: string): Side => ({ is: "unsure", why });
  if (status === "interrupted") return unsure("was interrupted");
  if (outcome === "regressed")
    return unsure(verdict === "met" ? "met its targets and regressed" : "regressed");
  if (verdict === null) return unsure("has no targets");
  if (!asPlanned) return unsure("was judged by other targets than planned");
  if (verdict === "met") return outcome === "unsure" ? unsure(MET_UNSURE) : { is: "met" };
  return unsure(verdict === "no-baseline" ? "has no baseline to be compared with" : "is unsure");
}

function wordsOf(sides: readonly { number: number; side: Side }[]): string {
  const groups = new Map<string, number[]>();
  const rank = ({ side }: { side: Side }) => ["missed", "met", "unsure"].indexOf(side.is);
  for (const { number, side } of sides.toSorted((a, b) => rank(a) - rank(b))) {
    const words = side.is === "unsure" ? side.why : `${side.is} its targets`;
    groups.set(words, [...(groups.get(words) ?? []), number]);
  }
  return [...groups]
    .map(([words, numbers]) =>
      numbers.length === 1 ? `Run ${numbers[0]} ${words}.` : `Runs ${listed(numbers)} ${pluralOf(words)}.`,
    )
    .join(" ");
}

function pluralOf(words: string): string {
  return words
    .replace(/^was /, "were ")
    .replace(/^has /, "have ")
    .replace(/^is /, "are ")
    .replace(" is ", " are ")
    .replace(" its ", " their ");
}

function listed(numbers: readonly number[]): string {
  return `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** Of a step that is ticked by hand. */
export function stepOfTick(outcome: TickedOutcome | null): StepState {
  if (outcome === null) return "open";
  return outcome === "as-expected" ? "met" : "missed";
}
