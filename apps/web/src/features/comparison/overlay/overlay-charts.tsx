"use client";

import { useMemo } from "react";
import { TimeCharts, prepareOverlay } from "@headroom/ui/charts";
import type { LineHighlight, OverlayInput } from "@headroom/ui/charts";

/** A chart of `prepareOverlay`. */
export type OverlayPanel = "throughput" | "latency" | "errors";

interface OverlayChartsProps {
  input: OverlayInput;
  panel: OverlayPanel;
  highlight?: LineHighlight | undefined;
}

/** One figure of all runs over time. */
export function OverlayCharts({ input, panel, highlight }: OverlayChartsProps) {
  const model = useMemo(() => {
    const { panels, ...rest } = prepareOverlay(input);
    return {
      ...rest,
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
      {panel === "errors" ? null : <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>}
    </>
  );
}

const NOTHING: Record<OverlayPanel, string> = {
  throughput: "These runs have no throughput over time.",
  latency: "These runs have no latencies over time.",
  errors: "No errors in these runs.",
};
