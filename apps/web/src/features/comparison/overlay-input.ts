import type { RunComparison } from "@headroom/contract";
import type { OverlayInput } from "@headroom/ui/charts";
import type { OverlayFigures } from "./overlay-slices.ts";
import type { RunCard } from "./prepare-runs.ts";

interface OverlayRuns {
  comparison: RunComparison;
  cards: readonly RunCard[];
  figures: OverlayFigures;
  percentile: string;
}

const MOST_TARGETS = 3;

export function overlayInput({ comparison, cards, figures, percentile }: OverlayRuns): OverlayInput {
  const byId = new Map(figures.runs.map((run) => [run.id, run.slices]));
  return {
    sliceSeconds: figures.sliceSeconds,
    cellSeconds: figures.cellSeconds,
    percentile,
    runs: cards.flatMap((card) => {
      const slices = byId.get(card.id);
      const last = slices?.at(-1);
      if (slices === undefined || last === undefined) return [];
      return [
        {
          key: card.id,
          name: `run ${card.number}`,
          position: card.position,
          lengthSeconds: last.offsetSeconds + figures.sliceSeconds,
          slices,
        },
      ];
    }),
    throughputTargets: targetLines(comparison, "throughput"),
    latencyTargets: targetLines(comparison, percentile),
  };
}

/** Runs of one experiment share their targets: each threshold is one line. */
function targetLines({ runs }: RunComparison, metric: string): { value: number; text: string }[] {
  const lines = new Map<number, string>();
  for (const { targets } of runs) {
    for (const { metric: of, label, users, threshold, unit } of targets) {
      if (of !== metric || label !== null || users !== null) continue;
      const value = inChartUnit(threshold, unit);
      if (value !== null) lines.set(value, `target ${value.toLocaleString("en-US")}`);
    }
  }
  return [...lines].slice(0, MOST_TARGETS).map(([value, text]) => ({ value, text }));
}

const FACTORS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  "/s": 1,
  "/min": 1 / 60,
  "/h": 1 / 3_600,
};

function inChartUnit(threshold: number, unit: string): number | null {
  const factor = FACTORS[unit];
  return factor === undefined ? null : threshold * factor;
}
