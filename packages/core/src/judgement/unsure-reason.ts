import { DOUBT_CODES } from "../verdict/judged.ts";
import type { DoubtCode } from "../verdict/judged.ts";
import type { Finding, FindingKind, Judgement } from "./judgement.ts";

/** Why a run is unsure: what its first unsure finding is about. */
export const UNSURE_REASONS = [
  ...DOUBT_CODES,
  "scatter",
  "untested",
  "no-baseline",
  "outage",
  "length",
  "rise",
  "unknown-load",
  "trend",
  "comparability",
  "too-noisy",
  "repeats",
  "same-samples",
] as const;
export type UnsureReason = (typeof UNSURE_REASONS)[number];

/** Null: it isn't unsure. */
export function unsureReason({
  outcome,
  findings,
}: Pick<Judgement, "outcome" | "findings">): UnsureReason | null {
  const first = outcome === "unsure" ? findings.find(({ effect }) => effect === "unsure") : undefined;
  return first === undefined ? null : reasonOf(first);
}

function reasonOf({ kind, code, doubt }: Finding): UnsureReason {
  if (kind === "target") return code === "no-baseline" ? "no-baseline" : targetReason(doubt);
  if (kind === "change") return doubt === null ? "untested" : "scatter";
  if (kind === "reference") return code === "first" ? "no-baseline" : "baseline";
  return OF_CODE[code] ?? OF_KIND[kind] ?? "untested";
}

/** What is more precise than its kind. */
const OF_CODE: Readonly<Record<string, UnsureReason>> = {
  stall: "stall",
  "partial-hang": "stall",
  "same-samples": "same-samples",
  "sent-again": "same-samples",
  "unknown-load": "unknown-load",
};

const OF_KIND: Partial<Record<FindingKind, UnsureReason>> = {
  outage: "outage",
  length: "length",
  codes: "codes",
  rise: "rise",
  trend: "trend",
  comparability: "comparability",
  detectable: "too-noisy",
  ramp: "too-noisy",
  "run-state": "repeats",
};

function targetReason(doubt: Finding["doubt"]): DoubtCode {
  return doubt === null || doubt.code === "scatter" ? "chance" : doubt.code;
}

export const UNSURE_REASON_WORDS: Record<UnsureReason, string> = {
  unmeasured: "A target's figure isn't known",
  "no-workload": "The expected requests aren't known",
  ramp: "No steady phase",
  "no-load": "A target on a ramp has no load",
  part: "A label isn't kept for the judged window",
  bound: "A target is within the error of the figure",
  chance: "Too few requests for a target",
  few: "Too few requests for a target's figure",
  "too-close": "Too close to a target to tell",
  load: "The load wasn't offered",
  stall: "A stall held requests back",
  baseline: "The baseline proves nothing",
  drift: "A figure drifts towards its target",
  step: "Only one of a figure's two levels meets its target",
  codes: "The tool called 5xx answers successes",
  scatter: "It differs, and such runs may vary as much",
  untested: "Too little to compare",
  "no-baseline": "No baseline",
  outage: "It was an outage",
  length: "It ended early",
  rise: "Latency rises under the same load",
  "unknown-load": "Latency rises, and the load isn't known",
  trend: "The trend shows a step to the worse",
  comparability: "It can't be compared with its baseline",
  "too-noisy": "Too noisy to show a change",
  repeats: "Planned runs are missing",
  "same-samples": "Another run has the same samples",
};
