import { formatLength } from "../format/duration.ts";
import { formatInstant } from "../format/instant.ts";
import { formatFigure } from "../format/number.ts";
import type { DayShown } from "./day-shown.ts";
import type { ImportedFigures } from "./imported-day.ts";
import { importedText } from "./imported-text.ts";
import type { ReconcileInput } from "./reconcile.ts";

/** What a day showed, and by which targets that is judged. */
export interface JudgedDay extends DayShown {
  targets: ReconcileInput["targets"];
  /** Nobody knows what was promised when the day ended, so it is judged by what is promised today. */
  byTodaysTargets: boolean;
  /** Of a day that was imported in points too coarse to be judged like live traffic. */
  imported: ImportedFigures | null;
}

export interface ReconciledDay {
  day: JudgedDay | null;
  /** The busiest minute; null: nothing is known. */
  real: number | null;
  simulated: boolean;
  /** Until when traffic of the day can arrive; null: it is final. */
  changesUntil: string | null;
}

export interface DayAnswer {
  /** Over: it isn't known whether it held. */
  outcome: "held" | "missed" | "over";
  word: string;
  sentence: string;
}

/** Whether a peak day that is over held; null: it is being worked out. */
export function dayAnswer(
  reconciled: ReconciledDay | null,
  times: { startsAt: string; timeZone: string },
): DayAnswer {
  if (reconciled === null)
    return { outcome: "over", word: "Over", sentence: "What the day showed is being worked out." };
  const { changesUntil } = reconciled;
  const { outcome, sentence } = shownBy(reconciled, times);
  const word = (reconciled.day?.byTodaysTargets === true ? BY_TODAYS_TARGETS : WORDS)[outcome];
  if (changesUntil === null || reconciled.simulated) return { outcome, word, sentence };
  return {
    outcome,
    word: outcome === "over" ? word : `${word} so far`,
    sentence: `${sentence} ${provisionalText(changesUntil, times.timeZone)}`,
  };
}

/** "Provisional: late data can change this until 29 Nov 2026, 01:00." */
export function provisionalText(until: string, timeZone: string): string {
  return `Provisional: late data can change this until ${formatInstant(new Date(until), timeZone)}.`;
}

const BY_TODAYS_TARGETS = {
  held: "Met today's targets",
  missed: "Missed today's targets",
  over: "Over",
} as const;
const WORDS = { held: "Held", missed: "Did not hold", over: "Over" } as const;

function shownBy(
  { day, real, simulated }: ReconciledDay,
  times: { startsAt: string; timeZone: string },
): Omit<DayAnswer, "word"> {
  if (simulated) return { outcome: "over", sentence: "The traffic of the day was simulated." };
  const outcome = day === null || day.verdict === "unknown" ? "over" : day.verdict;
  if (day === null) return { outcome, sentence: NOBODY_KNOWS };
  const { targets, imported, missedSeconds } = day;
  if (imported !== null) {
    const verdict = { held: ["Targets were met."], missed: ["Targets were missed."], over: [] }[outcome];
    return { outcome, sentence: [...verdict, ...importedText(imported, targets, times)].join(" ") };
  }
  switch (outcome) {
    case "over":
      return { outcome, sentence: NOBODY_KNOWS };
    case "missed":
      return { outcome, sentence: `Targets were missed for ${formatLength(missedSeconds)}.` };
    case "held": {
      const but = missedSeconds === 0 ? "" : ` but for ${formatLength(missedSeconds)}`;
      const peak = real === null ? "" : `, with ${formatFigure(real)} req/s in the busiest minute`;
      return { outcome, sentence: `Targets were met${but}${peak}.` };
    }
  }
}

const NOBODY_KNOWS = "It isn't known whether targets were met.";
