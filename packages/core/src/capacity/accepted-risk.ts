import type { Comparator } from "../targets/target.ts";
import { isCeiling } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";

/** What a run showed for one of its targets, in the target's unit. */
export interface TargetResult {
  text: string;
  comparator: Comparator;
  threshold: number;
  unit: string;
  /** Null: not known. */
  value: number | null;
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
  /** What the run showed, in the target's unit. */
  value: number;
  reason: string;
  acceptedBy: string;
  acceptedAt: Date;
  /** From then on it no longer counts. */
  until: Date;
}

export function coversMiss(risk: AcceptedRisk, { text, value }: TargetResult): boolean {
  if (risk.target !== text || value === null) return false;
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
