"use client";

import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { Sheet, SheetSection } from "@headroom/ui";
import { OverTime } from "../overlay/over-time.tsx";
import { useOverlay } from "../overlay/use-overlay.tsx";
import type { RunCard } from "../view/prepare-runs.ts";
import { targetLines } from "../view/target-lines.ts";
import { curveRuns } from "./curve-input.ts";
import { CurveSheet } from "./curve-sheet.tsx";
import { drawnMetric, drawnMetrics } from "./evidence-sheet.tsx";

interface OfRuns {
  comparison: RunComparison;
  cards: readonly RunCard[];
  metric: FigureId;
  own: FigureId;
}

/** Below the tables: percentiles and errors. What is drawn above is read once. */
export function PercentilesAndErrors({ comparison, cards, metric, own }: OfRuns) {
  const { input, isDrawn, problem } = useOverlay({ comparison, cards, metric: drawnMetric(metric, own) });
  return (
    <CurveSheet
      runs={curveRuns(comparison, cards)}
      targets={targetLines(comparison.runs, "p99")}
      overlay={isDrawn && problem === null ? input : undefined}
    />
  );
}

/** Of ramps, whose evidence is by load. */
export function OverTimeSheet({
  comparison,
  cards,
  metric,
  own,
  onMetric,
}: OfRuns & { onMetric: (metric: FigureId) => void }) {
  const drawn = drawnMetric(metric, own);
  const { input, words, problem } = useOverlay({ comparison, cards, metric: drawn });
  return (
    <Sheet label="Over time" className="mt-5">
      <SheetSection>
        <OverTime
          input={input}
          metric={drawn}
          metrics={drawnMetrics(drawn, own)}
          onMetric={onMetric}
          words={words}
          problem={problem}
        />
      </SheetSection>
    </Sheet>
  );
}
