import { findChangePoints } from "@headroom/core";
import type { ChangeAcknowledgementModel, TrendRun } from "@headroom/db";

export interface Acknowledged {
  id: string;
  word: string;
  /** Who acknowledged it; null: a former member, or a token. */
  by: string | null;
  at: Date;
}

/** The first run of a new level. */
export interface TrendChange {
  /** The first run after the change; if it is acknowledged, the run at which it was. */
  runId: string;
  runNumber: number;
  /** The change may just as well be between these two runs. */
  earliestRun: number;
  latestRun: number;
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
  const open = words.filter(({ runId }) => places.has(runId));
  const changes = foundChanges(runs).map(({ place, change }) => {
    const word = nearest(open, change, place, places);
    if (word === null) return change;
    open.splice(open.indexOf(word), 1);
    return { ...change, ...anchorOf(word, runs, places), acknowledged: toAcknowledged(word) };
  });
  const left = open.map((word): TrendChange => {
    const anchor = anchorOf(word, runs, places);
    return {
      ...anchor,
      earliestRun: anchor.runNumber,
      latestRun: anchor.runNumber,
      direction: word.direction === "rise" ? "rise" : "fall",
      before: word.before,
      after: word.after,
      acknowledged: toAcknowledged(word),
      found: false,
    };
  });
  return [...changes, ...left].toSorted((a, b) => (places.get(a.runId) ?? 0) - (places.get(b.runId) ?? 0));
}

/** Runs without a value are gaps and belong to no series. */
function foundChanges(runs: readonly TrendRun[]): { place: number; change: TrendChange }[] {
  const known = runs.flatMap((run, place) => (run.value === null ? [] : [{ run, place, value: run.value }]));
  return findChangePoints(known.map(({ value }) => value)).flatMap(
    ({ index, earliest, latest, before, after }) => {
      const at = known[index];
      if (at === undefined || before === after) return [];
      const change: TrendChange = {
        runId: at.run.id,
        runNumber: at.run.number,
        earliestRun: known[earliest]?.run.number ?? at.run.number,
        latestRun: known[latest]?.run.number ?? at.run.number,
        direction: after > before ? "rise" : "fall",
        before,
        after,
        acknowledged: null,
        found: true,
      };
      return [{ place: at.place, change }];
    },
  );
}

function nearest(
  words: readonly Word[],
  { direction }: TrendChange,
  place: number,
  places: ReadonlyMap<string, number>,
): Word | null {
  const apart = (word: Word) => Math.abs((places.get(word.runId) ?? Infinity) - place);
  const [first] = words
    .filter((word) => word.direction === direction && apart(word) <= STAYS_WITHIN_RUNS)
    .toSorted((a, b) => apart(a) - apart(b));
  return first ?? null;
}

function anchorOf(word: Word, runs: readonly TrendRun[], places: ReadonlyMap<string, number>) {
  return { runId: word.runId, runNumber: runs[places.get(word.runId) ?? -1]?.number ?? 0 };
}

function toAcknowledged({ id, word, by, acknowledgedAt }: Word): Acknowledged {
  return { id, word, by, at: acknowledgedAt };
}
