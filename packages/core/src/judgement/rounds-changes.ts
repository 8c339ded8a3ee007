import type { Verdict } from "../verdict/judged.ts";
import type { PairOutcome } from "./judgement.ts";

/** What a reader would notice of an experiment in a comparison of rounds. */
export interface RoundsExperiment {
  id: string;
  name: string;
  /** The runs that count; null: it has none in that round. */
  before: RoundRun | null;
  after: RoundRun | null;
  /** What changed from one to the other; null: unknown so far, or nothing to compare. */
  change: PairOutcome | null;
  /** Its newest run of all, in whatever round; null: no run can be compared with the one of the second round. */
  newest: RoundRun | null;
}

export interface RoundRun {
  id: string;
  number: number;
  startedAt: string;
  verdict: Verdict | null;
}

/** What later runs showed that contradicts rounds as they were: a miss where targets held, or a change for the worse. */
export function roundsContradictions(
  before: readonly RoundsExperiment[],
  after: readonly RoundsExperiment[],
): string[] {
  return before.flatMap((one) => {
    const now = after.find(({ id }) => id === one.id);
    if (now === undefined) return [];
    return [missOf(one, now), isWorse(one.change, now.change) ? changeWords(one, now) : null].filter(
      (words) => words !== null,
    );
  });
}

/** Everything that changed since, in sentences. */
export function roundsChanges(
  before: readonly RoundsExperiment[],
  after: readonly RoundsExperiment[],
): string[] {
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.flatMap((one) => {
      const now = after.find(({ id }) => id === one.id);
      if (now === undefined) return [`${one.name} has been deleted.`];
      return [
        runWords(one, now, "before"),
        missOf(one, now) ?? runWords(one, now, "after"),
        one.change === now.change || one.change === null || now.change === null
          ? null
          : changeWords(one, now),
      ].filter((words) => words !== null);
    }),
    ...after.filter(({ id }) => !known.has(id)).map(({ name }) => `${name} is new.`),
  ];
}

/** Its targets held, and don't in the run that counts now, or in any later one. */
function missOf(one: RoundsExperiment, now: RoundsExperiment): string | null {
  const { after } = one;
  if (after?.verdict !== "met") return null;
  if (now.after?.verdict === "missed")
    return now.after.id === after.id
      ? `${one.name}: run ${after.number} was judged again and missed a target.`
      : `${one.name}: run ${now.after.number} missed a target.`;
  const { newest } = now;
  const isLater = newest !== null && newest.id !== after.id && newest.startedAt > after.startedAt;
  return isLater && newest.verdict === "missed" ? `${one.name}: run ${newest.number} missed a target.` : null;
}

const ROUNDS = { before: "first", after: "second" } as const;

function runWords(one: RoundsExperiment, now: RoundsExperiment, side: keyof typeof ROUNDS): string | null {
  const [was, is] = [one[side], now[side]];
  if (is === null) return was === null ? null : `${one.name}: run ${was.number} no longer counts.`;
  const result = is.verdict === null ? "" : `, ${RESULTS[is.verdict]}`;
  if (was?.id !== is.id)
    return `${one.name}: run ${is.number} counts for the ${ROUNDS[side]} round${result}.`;
  return was.verdict === is.verdict ? null : `${one.name}: run ${is.number} was judged again${result}.`;
}

const RESULTS: Record<Verdict, string> = {
  met: "and met its targets",
  missed: "and missed a target",
  unsure: "and its verdict is unsure",
  "no-baseline": "and has no baseline yet",
};

/** Only where both say which way it went. */
function isWorse(was: PairOutcome | null, is: PairOutcome | null): boolean {
  const [from, to] = [rankOf(was), rankOf(is)];
  return from !== null && to !== null && to > from;
}

function rankOf(outcome: PairOutcome | null): number | null {
  const at = outcome === null ? -1 : BEST_FIRST.indexOf(outcome);
  return at === -1 ? null : at;
}

const BEST_FIRST: readonly PairOutcome[] = ["improved", "no-change", "regressed"];

/** "Mix had improved, and now regressed: run 7." */
function changeWords(one: RoundsExperiment, now: RoundsExperiment): string | null {
  if (one.change === null || now.change === null) return null;
  const runs = [now.before, now.after].filter(
    (run) => run !== null && run.id !== one.before?.id && run.id !== one.after?.id,
  );
  const numbers = runs.map((run) => `run ${run?.number}`).join(" and ");
  const why = numbers === "" ? "" : `: ${numbers}`;
  return `${one.name} ${WAS[one.change]}, and now ${IS[now.change]}${why}.`;
}

const WAS: Record<PairOutcome, string> = {
  improved: "had improved",
  regressed: "had regressed",
  "no-change": "showed no change",
  unsure: "was unsure",
  "not-comparable": "wasn't comparable",
};
const IS: Record<PairOutcome, string> = {
  improved: "has improved",
  regressed: "has regressed",
  "no-change": "shows no change",
  unsure: "is unsure",
  "not-comparable": "isn't comparable",
};
