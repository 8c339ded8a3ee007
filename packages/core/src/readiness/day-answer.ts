import { formatLength } from "../format/duration.ts";
import { formatInstant } from "../format/instant.ts";
import { formatFigure } from "../format/number.ts";
import type { DayShown } from "./day-shown.ts";

export interface ReconciledDay {
  day: DayShown | null;
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
export function dayAnswer(reconciled: ReconciledDay | null, timeZone: string): DayAnswer {
  if (reconciled === null)
    return { outcome: "over", word: "Over", sentence: "What the day showed is being worked out." };
  const { changesUntil } = reconciled;
  const { outcome, sentence } = shownBy(reconciled);
  if (changesUntil === null || reconciled.simulated) return { outcome, word: WORDS[outcome], sentence };
  return {
    outcome,
    word: outcome === "over" ? WORDS.over : `${WORDS[outcome]} so far`,
    sentence: `${sentence} ${provisionalText(changesUntil, timeZone)}`,
  };
}

/** "Provisional: late data can change this until 29 Nov 2026, 01:00." */
export function provisionalText(until: string, timeZone: string): string {
  return `Provisional: late data can change this until ${formatInstant(new Date(until), timeZone)}.`;
}

const WORDS = { held: "Held", missed: "Did not hold", over: "Over" } as const;

function shownBy({ day, real, simulated }: ReconciledDay): Omit<DayAnswer, "word"> {
  if (simulated) return { outcome: "over", sentence: "The traffic of the day was simulated." };
  if (day?.verdict === "missed")
    return { outcome: "missed", sentence: `Targets were missed for ${formatLength(day.missedSeconds)}.` };
  if (day?.verdict !== "held")
    return { outcome: "over", sentence: "It isn't known whether targets were met." };
  const but = day.missedSeconds === 0 ? "" : ` but for ${formatLength(day.missedSeconds)}`;
  const peak = real === null ? "" : `, with ${formatFigure(real)} req/s in the busiest minute`;
  return { outcome: "held", sentence: `Targets were met${but}${peak}.` };
}
