import { exactValue, findTrend } from "@headroom/core";
import type { ChangeAcknowledgementModel, TrendRun } from "@headroom/db";

export interface Acknowledged {
  id: string;
  word: string;
  /** Who acknowledged it; null: a former member, or a token. */
  by: string | null;
  at: Date;
}

/** The first run of a new level, or of a drift. */
export interface TrendChange {
  /** The first run after the change or in the drift; if it is acknowledged, the run at which it was. */
  runId: string;
  runNumber: number;
  /** The change may just as well be between these two runs. */
  earliestRun: number;
  latestRun: number;
  /** The value rose or fell little by little, from `before` at the first of these runs to `after` at the last; null: in one step. */
  drift: { lastRunId: string; lastRunNumber: number; runs: number } | null;
  direction: "rise" | "fall";
  before: number;
  after: number;
  acknowledged: Acknowledged | null;
  /** False: the current values no longer show it, and only the note is left. */
  found: boolean;
}

/** If more runs moved a change by no more than this, it is still the one that the note is about. */
const STAYS_WITHIN_RUNS = 5;

type Word = ChangeAcknowledgementModel & { by: string | null };

/** The changes in a series of runs, each with its acknowledgement, in the order of the runs. */
export function markChanges(runs: readonly TrendRun[], words: readonly Word[]): TrendChange[] {
  const places = new Map(runs.map(({ id }, place) => [id, place]));
  const shown = words.filter(({ runId }) => places.has(runId));
  const found = foundChanges(runs);
  const wordOf = assignWords(found, shown, places);
  const changes = found.map(({ change }) => {
    const word = wordOf.get(change);
    if (word === undefined) return change;
    return { ...change, ...anchorOf(word, runs, places), acknowledged: toAcknowledged(word) };
  });
  const used = new Set(wordOf.values());
  const left = shown.flatMap((word): TrendChange[] => {
    if (used.has(word)) return [];
    const anchor = anchorOf(word, runs, places);
    return [
      {
        ...anchor,
        earliestRun: anchor.runNumber,
        latestRun: anchor.runNumber,
        drift: null,
        direction: word.direction === "rise" ? "rise" : "fall",
        before: word.before,
        after: word.after,
        acknowledged: toAcknowledged(word),
        found: false,
      },
    ];
  });
  return [...changes, ...left].toSorted((a, b) => (places.get(a.runId) ?? 0) - (places.get(b.runId) ?? 0));
}

interface FoundChange {
  place: number;
  change: TrendChange;
}

interface KnownRun {
  run: TrendRun;
  place: number;
}

/** Runs without an exact value belong to no series. */
function foundChanges(runs: readonly TrendRun[]): FoundChange[] {
  const known = runs.flatMap((run, place) => {
    const value = exactValue(run);
    return value === null ? [] : [{ run, place, value }];
  });
  const { steps, drifts } = findTrend(known.map(({ value }) => value));
  const numberOf = (index: number, otherwise: KnownRun) => (known[index] ?? otherwise).run.number;
  return [
    ...steps.flatMap(({ index, earliest, latest, ...levels }) => {
      const at = known[index];
      return at === undefined
        ? []
        : foundAt(at, levels, {
            earliestRun: numberOf(earliest, at),
            latestRun: numberOf(latest, at),
            drift: null,
          });
    }),
    ...drifts.flatMap(({ from, to, ...levels }) => {
      // A drift that begins with a step is pinned to the run after it, so each can have its note.
      const at = known[steps.some(({ index }) => index === from) ? from + 1 : from];
      const last = known[to]?.run;
      if (at === undefined || last === undefined) return [];
      const { number } = at.run;
      const drift = { lastRunId: last.id, lastRunNumber: last.number, runs: to - from + 1 };
      return foundAt(at, levels, { earliestRun: number, latestRun: number, drift });
    }),
  ];
}

function foundAt(
  { run, place }: KnownRun,
  { before, after }: { before: number; after: number },
  where: Pick<TrendChange, "earliestRun" | "latestRun" | "drift">,
): FoundChange[] {
  if (before === after) return [];
  const change: TrendChange = {
    runId: run.id,
    runNumber: run.number,
    ...where,
    direction: after > before ? "rise" : "fall",
    before,
    after,
    acknowledged: null,
    found: true,
  };
  return [{ place, change }];
}

/** The nearest word for each change, the nearest pairs first. */
function assignWords(
  found: readonly FoundChange[],
  words: readonly Word[],
  places: ReadonlyMap<string, number>,
): Map<TrendChange, Word> {
  const pairs = found
    .flatMap(({ change, place }) =>
      words.map((word) => ({ change, word, apart: Math.abs((places.get(word.runId) ?? Infinity) - place) })),
    )
    .filter(({ change, word, apart }) => word.direction === change.direction && apart <= STAYS_WITHIN_RUNS)
    .toSorted((a, b) => a.apart - b.apart);
  const wordOf = new Map<TrendChange, Word>();
  const used = new Set<Word>();
  for (const { change, word } of pairs) {
    if (wordOf.has(change) || used.has(word)) continue;
    wordOf.set(change, word);
    used.add(word);
  }
  return wordOf;
}

function anchorOf(word: Word, runs: readonly TrendRun[], places: ReadonlyMap<string, number>) {
  return { runId: word.runId, runNumber: runs[places.get(word.runId) ?? -1]?.number ?? 0 };
}

function toAcknowledged({ id, word, by, acknowledgedAt }: Word): Acknowledged {
  return { id, word, by, at: acknowledgedAt };
}
