import { formatCount, formatFigure, formatRange } from "../format/number.ts";
import type { RunOutcome } from "./judgement.ts";

/** The outcome of an experiment's latest run that counts. `pending`: it isn't decided yet. `open`: no run counts. */
export type OutcomeCounts = Record<RunOutcome | "pending" | "open", number>;

/** "1 of 3 services holds." and of the others "1 misses, 1 regressed." */
export function countedOutcomes(counts: OutcomeCounts, all: string): { lead: string; rest: string } {
  const { holds, misses } = counts;
  const others = [
    counted(misses, misses === 1 ? "misses" : "miss"),
    counted(counts.regressed, "regressed"),
    counted(counts.unsure, "unsure"),
    counted(counts["no-change"], "unchanged"),
    counted(counts["not-judged"], "not judged"),
    counted(counts.pending, "being judged"),
    counted(counts.open, "not tested"),
  ].filter((part) => part !== "");
  return {
    lead: `${formatCount(holds)} of ${all} ${holds === 1 ? "holds" : "hold"}.`,
    rest: others.length === 0 ? "" : `${others.join(", ")}.`,
  };
}

function counted(count: number, words: string): string {
  return count === 0 ? "" : `${formatCount(count)} ${words}`;
}

export interface GroupOutcomes {
  counts: OutcomeCounts;
  /** Requests a second of the runs that hold: the lowest and the highest. Null: none holds, or it isn't known. */
  heldPerSecond: { low: number; high: number } | null;
}

/** "3 of 3 hold, at 52,399–317,474 req/s.", "1 of 4 holds, at 120,835 req/s. 3 miss." */
export function groupSentence({ counts, heldPerSecond }: GroupOutcomes): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const { lead, rest } = countedOutcomes(counts, formatCount(all));
  const held =
    heldPerSecond === null
      ? lead
      : `${lead.slice(0, -1)}, at ${formatRange(formatFigure(heldPerSecond.low), formatFigure(heldPerSecond.high))} req/s.`;
  return rest === "" ? held : `${held} ${rest}`;
}
