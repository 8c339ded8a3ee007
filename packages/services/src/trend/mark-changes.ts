import type { ChangeAcknowledgementModel, TrendRun } from "@headroom/db";
import type { ChangeAccepted, FoundChange, TrendChange } from "./found-changes.ts";

/** If more runs moved a change by no more than this, it is still the one that the note is about. */
const STAYS_WITHIN_RUNS = 5;

type Word = ChangeAcknowledgementModel & { by: string | null };

/** The changes that were found among runs, each with why it is accepted, in the order of the runs. */
export function markChanges(
  runs: readonly TrendRun[],
  found: readonly FoundChange[],
  words: readonly Word[],
): TrendChange[] {
  const places = new Map(runs.map(({ id }, place) => [id, place]));
  const shown = words.filter(({ runId }) => places.has(runId));
  const wordOf = assignWords(found, shown, places);
  const changes = found.map(({ change }) => {
    const word = wordOf.get(change);
    if (word === undefined) return change;
    return { ...change, ...anchorOf(word, runs, places), accepted: toAccepted(word) };
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
        accepted: toAccepted(word),
        found: false,
      },
    ];
  });
  return [...changes, ...left].toSorted((a, b) => (places.get(a.runId) ?? 0) - (places.get(b.runId) ?? 0));
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

function toAccepted({ id, word, by, acknowledgedAt }: Word): ChangeAccepted {
  return { noteId: id, reason: word, by, at: acknowledgedAt, run: null };
}
