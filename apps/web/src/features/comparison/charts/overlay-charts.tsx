"use client";

import { plural } from "@headroom/core/format";
import { useMemo } from "react";
import { TimeCharts, prepareOverlay } from "@headroom/ui/charts";
import type { LegendEntry, LineHighlight, OverlayInput } from "@headroom/ui/charts";

/** A chart of `prepareOverlay`. */
export type OverlayPanel = "throughput" | "latency" | "errors";

export interface OverlayChartsProps {
  input: OverlayInput;
  panel: OverlayPanel;
  highlight?: LineHighlight | undefined;
}

/** One figure of all runs over time. */
export function OverlayCharts({ input, panel, highlight }: OverlayChartsProps) {
  const model = useMemo(() => {
    const { panels, legend, ...rest } = prepareOverlay(input);
    return {
      ...rest,
      legend: panel === "errors" ? countedErrors(legend, input) : onlyRead(legend, panel),
      panels: panels.filter(({ key }) => key === panel).map((one) => ({ ...one, size: "middle" as const })),
    };
  }, [input, panel]);
  return (
    <>
      {model.panels.length === 0 ? (
        <p className="py-6 text-13 text-ink-2">{NOTHING[panel]}</p>
      ) : (
        <TimeCharts model={model} fileName="comparison" title="Comparison" highlight={highlight} />
      )}
      {panel === "errors" ? null : (
        <p className="mt-2 min-h-4 text-12 text-ink-3">
          {model.pointText} {panel === "latency" ? model.peaksText : ""}
        </p>
      )}
    </>
  );
}

/** What is drawn is read, and nothing else. */
function onlyRead(legend: readonly LegendEntry[], panel: "throughput" | "latency"): LegendEntry[] {
  const at = panel === "throughput" ? 0 : 1;
  return legend.map((entry) => ({ ...entry, readings: entry.readings.slice(at, at + 1) }));
}

/** "run 31, 8 errors" */
function countedErrors(legend: readonly LegendEntry[], { runs }: OverlayInput): LegendEntry[] {
  return legend.map((entry) => {
    const points = runs.find(({ key }) => key === entry.series)?.points ?? [];
    const total = points.reduce((sum, { errors }) => sum + (errors ?? 0), 0);
    return { ...entry, name: `${entry.name}, ${plural(total, "error")}`, readings: [] };
  });
}

const NOTHING: Record<OverlayPanel, string> = {
  throughput: "These runs have no throughput over time.",
  latency: "These runs have no latencies over time.",
  errors: "No errors in these runs.",
};
