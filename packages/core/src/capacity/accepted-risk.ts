import { formatFigure, formatKnown } from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import type { FigureRange } from "../targets/figures.ts";
import type { Comparator } from "../targets/target.ts";
import { isCeiling } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";

/** What a run showed for one of its targets, in the target's unit. */
export interface TargetResult {
  text: string;
  comparator: Comparator;
  threshold: number;
  unit: string;
  /** Null: not known, or known only to a range. */
  value: number | null;
  /** Where only that is known. */
  range: FigureRange | null;
  verdict: Verdict;
}

/** A missed target that a member accepts. It covers every miss of that target that is no worse. */
export interface AcceptedRisk {
  id: string;
  runId: string;
  /** The target's text. */
  target: string;
  comparator: Comparator;
  threshold: number;
  unit: string;
  /** What the run showed, in the target's unit; of a range, the worse end. */
  value: number;
  reason: string;
  acceptedBy: string;
  acceptedAt: Date;
  /** From then on it no longer counts. */
  until: Date;
}

/** The figure, or the worse end of the range that it is known to lie in; null: it may be any worse. */
export function worstOf({
  comparator,
  value,
  range,
}: Pick<TargetResult, "comparator" | "value" | "range">): number | null {
  if (value !== null || range === null) return value;
  return isCeiling(comparator) ? range.high : range.low;
}

/** p99 <= 200 ms (240 ms), or (228–240 ms) where only that is known. */
export function missInWords({
  text,
  value,
  range,
  unit,
}: Pick<TargetResult, "text" | "value" | "range" | "unit">): string {
  const known = formatKnown({ value, range }, formatFigure);
  return known === null ? text : `${text} (${joinUnit(known, unit)})`;
}

export function coversMiss(risk: AcceptedRisk, result: TargetResult): boolean {
  const value = worstOf(result);
  if (risk.target !== result.text || value === null) return false;
  return isCeiling(risk.comparator) ? value <= risk.value : value >= risk.value;
}

/** The risks that a run's misses stand on; null: one of its misses isn't accepted. Empty: it missed nothing. */
export function risksBehind(
  results: readonly TargetResult[],
  risks: readonly AcceptedRisk[],
): AcceptedRisk[] | null {
  const behind = new Map<string, AcceptedRisk>();
  for (const result of results) {
    if (result.verdict !== "missed") continue;
    const covering = risks.filter((risk) => coversMiss(risk, result));
    const [longest] = covering.toSorted((a, b) => b.until.getTime() - a.until.getTime());
    if (longest === undefined) return null;
    behind.set(longest.id, longest);
  }
  return [...behind.values()];
}

export function isActive({ until }: Pick<AcceptedRisk, "until">, now: Date): boolean {
  return until > now;
}
