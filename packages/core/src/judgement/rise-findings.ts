import { isCeiling, parseTarget } from "../targets/target.ts";
import { TIME_UNITS } from "../targets/units.ts";
import type { JudgedTarget, RunEvidence } from "./evidence.ts";
import type { Finding } from "./judgement.ts";
import { makeFinding } from "./make-finding.ts";

/** A percentile that rises by more shows the rise best if it is the highest. */
const STEEP = 1.5;

/**
 * Latency that rises although the load stays the same. The targets judge the run; if they are met only because the run wasn't
 * longer, it isn't known whether it holds.
 */
export function riseFindings(rise: RunEvidence["rise"], targets: readonly JudgedTarget[]): Finding[] {
  if (rise === null) return [];
  const { of, load, figures, window } = rise;
  const broken = figures.find((figure) => targets.some((target) => endsAbove(target, figure)));
  const shown =
    broken ??
    figures.findLast(({ beforeMs, afterMs }) => afterMs >= STEEP * beforeMs) ??
    figures.find(({ metric }) => metric === "p50");
  if (shown === undefined) return [];
  const { metric, beforeMs: before, afterMs: after } = shown;
  return [
    makeFinding({
      effect: broken === undefined ? "note" : "unsure",
      kind: "rise",
      code: of,
      metric,
      before,
      after,
      unit: "ms",
      ratio: before > 0 ? after / before : null,
      limit: load,
      window,
    }),
  ];
}

/** Only who ran it knows whether the load rose as well. */
export function askLoadFindings(asked: RunEvidence["askLoad"]): Finding[] {
  if (asked === null) return [];
  const figures = { metric: "p50", ratio: asked.times };
  return [makeFinding({ effect: "unsure", kind: "rise", code: "unknown-load", ...figures })];
}

/** The target is met over the whole time, and wouldn't be at its end. */
function endsAbove(
  { text, verdict, threshold, unit }: JudgedTarget,
  { metric, afterMs }: NonNullable<RunEvidence["rise"]>["figures"][number],
): boolean {
  const parsed = parseTarget(text);
  if (verdict !== "met" || !parsed.ok) return false;
  const { metric: of, label, users, comparator } = parsed.target;
  if (of.kind !== "percentile" || `p${of.percent}` !== metric) return false;
  if (label !== null || users !== null || !isCeiling(comparator)) return false;
  return afterMs * 1_000 > threshold * (TIME_UNITS[unit] ?? Infinity);
}
