"use client";

import dynamic from "next/dynamic";
import type { RunComparison } from "@headroom/contract";
import { CHART_HEIGHT_CLASS, Sheet, SheetSection, SheetTitle, Skeleton } from "@headroom/ui";
import { curveRuns } from "./curve-input.ts";
import type { RunCard } from "./prepare-runs.ts";
import { targetLines } from "./target-lines.ts";

const Curve = dynamic(() => import("./curve-chart.tsx").then((module) => module.CurveChart), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

interface CurveSheetProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
}

/** Latency by percentile of all runs, as far as each has requests for it. */
export function CurveSheet({ comparison, cards }: CurveSheetProps) {
  const runs = curveRuns(comparison, cards);
  if (runs.length === 0) return null;
  return (
    <Sheet label="Latency by percentile" className="mt-5">
      <SheetSection>
        <SheetTitle>Latency by percentile</SheetTitle>
        <Curve runs={runs} targets={targetLines(comparison.runs, "p99")} />
      </SheetSection>
    </Sheet>
  );
}
