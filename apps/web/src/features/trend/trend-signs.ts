import type { Sign } from "@headroom/ui";
import type { TrendModel } from "./prepare-trend.ts";

/** The signs that a trend has, in the order they are explained. */
export function trendSigns({ points, levels, changes, targets, baseline }: TrendModel): Sign[] {
  const drawn = points.filter(({ value }) => value !== null);
  const steps = changes.filter(({ drift }) => drift === null);
  const isThere: Record<Exclude<Sign, "event">, boolean> = {
    line: drawn.some(({ of, outcome }) => of === "line" && !isBad(outcome)),
    missed: drawn.some(({ of, outcome }) => of === "line" && isBad(outcome)),
    branch: drawn.some(({ of }) => of === "branch"),
    "set-aside": drawn.some(({ of }) => of === "set-aside"),
    level: levels.length > 0,
    worse: steps.some(({ state, accepted }) => state !== "improved" && accepted === null),
    better: steps.some(({ state }) => state === "improved"),
    accepted: steps.some(({ state, accepted }) => state !== "improved" && accepted !== null),
    target: targets.length > 0,
    baseline: baseline !== null,
  };
  return ORDER.filter((sign) => isThere[sign]);
}

const ORDER = [
  "line",
  "missed",
  "branch",
  "set-aside",
  "level",
  "worse",
  "better",
  "accepted",
  "target",
  "baseline",
] as const;

function isBad(outcome: TrendModel["points"][number]["outcome"]): boolean {
  return outcome === "misses" || outcome === "regressed";
}
