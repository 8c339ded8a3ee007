import { formatDate } from "../format/instant.ts";
import { formatFigure } from "../format/number.ts";
import { DAY_MILLIS } from "../time.ts";

/** What an experiment showed when it stopped counting for the peak. */
export type ShownAtRemoval =
  | { state: "proven" | "accepted"; throughput: number }
  | {
      state: "unproven";
      /** A sentence: "Run 3 missed p99 <= 200 ms (400 ms)." */
      detail: string;
    };

export const REMOVALS = ["deleted", "unmarked"] as const;

/** An experiment that represented the peak, and doesn't any more. */
export interface RemovedExperiment {
  experiment: { id: string; name: string };
  at: Date;
  how: (typeof REMOVALS)[number];
  /** By name. */
  by: string;
  shown: ShownAtRemoval;
  /** Until when a member accepts that; null: nobody does. */
  acceptedUntil: Date | null;
}

/** An experiment that is removed within a day of its making was a mistake or a trial: nobody relied on it. */
const TRIAL_MILLIS = DAY_MILLIS;
/** For so long a removal is named. An accepted risk lasts as long at most. */
const NAMED_DAYS = 366;

export function isTrial(createdAt: Date, removedAt: Date): boolean {
  return removedAt.getTime() - createdAt.getTime() < TRIAL_MILLIS;
}

/** Removals from before this moment are no longer named. */
export function oldestRemoval(now: Date): Date {
  return new Date(now.getTime() - NAMED_DAYS * DAY_MILLIS);
}

/** After the experiment's name: "was removed on 28 Nov 2026 by Ada; it held 300 req/s." */
export function removalInWords(
  { at, how, by, shown }: Pick<RemovedExperiment, "at" | "how" | "by" | "shown">,
  timeZone: string,
): string {
  const done = how === "deleted" ? "was removed" : "was unmarked as representing the peak";
  return `${done} on ${formatDate(at, timeZone)} by ${by}; ${shownInWords(shown)}`;
}

function shownInWords(shown: ShownAtRemoval): string {
  if (shown.state === "unproven") return `it had no proof. ${shown.detail}`;
  const figure = `${formatFigure(shown.throughput)} req/s`;
  return shown.state === "proven" ? `it held ${figure}.` : `it measured ${figure}, with an accepted risk.`;
}
