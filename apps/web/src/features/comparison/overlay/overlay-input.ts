import type { RunComparison } from "@headroom/contract";
import type { PercentileId } from "@headroom/core";
import type { OverlayInput } from "@headroom/ui/charts";
import type { OverlayFigures } from "./overlay-points.ts";
import { drawnName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { targetLines } from "../view/target-lines.ts";

interface OverlayRuns {
  comparison: RunComparison;
  cards: readonly RunCard[];
  figures: OverlayFigures;
  percentile: PercentileId;
  highlight?: OverlayInput["highlight"];
}

export function overlayInput({
  comparison,
  cards,
  figures,
  percentile,
  highlight,
}: OverlayRuns): OverlayInput {
  const byId = new Map(figures.runs.map((run) => [run.id, run.points]));
  return {
    pointSeconds: figures.pointSeconds,
    cellSeconds: figures.cellSeconds,
    percentile,
    runs: cards.flatMap((card) => {
      const points = byId.get(card.id);
      const last = points?.at(-1);
      if (points === undefined || last === undefined) return [];
      return [
        {
          key: card.id,
          name: drawnName(card),
          position: card.position,
          lengthSeconds: last.offsetSeconds + figures.pointSeconds,
          points,
        },
      ];
    }),
    throughputTargets: targetLines(comparison.runs, "throughput"),
    latencyTargets: targetLines(comparison.runs, percentile),
    ...(highlight === undefined ? {} : { highlight }),
  };
}
