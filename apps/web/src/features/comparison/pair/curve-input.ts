import type { RunComparison } from "@headroom/contract";
import { PERCENTILE_IDS } from "@headroom/core";
import type { CurveRun } from "@headroom/ui/charts";
import { asDrawn, drawnName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

/** The percentiles that every run keeps, as a curve; a run without two of them has none, and neither have ramps. */
export function curveRuns(comparison: RunComparison, all: readonly RunCard[]): CurveRun[] {
  // Of a ramp, they would be of all its loads together.
  if (comparison.ramps !== null) return [];
  const {
    comparison: { runs },
    cards,
  } = asDrawn(comparison, all);
  return cards.flatMap((card, at) => {
    const summary = runs[at]?.summary;
    if (summary === undefined || summary.requests === null) return [];
    const points = PERCENTILE_IDS.flatMap((name) => {
      const millis = summary.latencyMs[name];
      return millis === null ? [] : [{ percent: Number(name.slice(1)), micros: millis * 1_000 }];
    });
    if (points.length < 2) return [];
    return [
      {
        key: card.id,
        name: drawnName(card),
        position: card.position,
        requests: summary.requests,
        points,
      },
    ];
  });
}
