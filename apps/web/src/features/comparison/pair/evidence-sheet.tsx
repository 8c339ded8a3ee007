"use client";

import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import { earlierWords } from "../view/earlier-words.ts";
import { OverTime } from "../overlay/over-time.tsx";
import { useOverlay } from "../overlay/use-overlay.tsx";
import type { RunCard } from "../view/prepare-runs.ts";
import { usualDays } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import { EvidenceFrame } from "./evidence-frame.tsx";
import { intervalInput } from "./interval-input.ts";

interface EvidenceSheetProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
  /** What is drawn over time. */
  metric: FigureId;
  /** The latency that the run's own target is about. */
  own: FigureId;
  onMetric: (metric: FigureId) => void;
}

/** Where in the run they differ, by how much, and how sure that is. */
export function EvidenceSheet({ comparison, cards, statistics, metric, own, onMetric }: EvidenceSheetProps) {
  const drawn = drawnMetric(metric, own);
  const { input, words, problem } = useOverlay({ comparison, cards, metric: drawn });
  const intervals = useMemo(
    () => intervalInput(comparison, cards, statistics),
    [comparison, cards, statistics],
  );
  return (
    <EvidenceFrame intervals={intervals} usual={usualDays(statistics) > 0} earlier={earlierWords(statistics)}>
      <OverTime
        input={input}
        metric={drawn}
        metrics={drawnMetrics(drawn, own)}
        onMetric={onMetric}
        words={words}
        problem={problem}
      />
    </EvidenceFrame>
  );
}

const OVER_TIME: readonly FigureId[] = ["throughput", "p50", "p90", "p95", "p99", "p99.9"];
const OFFERED: readonly FigureId[] = ["throughput", "p50", "p95", "p99"];

/** Items, means and costs have no line over time. */
export function drawnMetric(metric: FigureId, own: FigureId): FigureId {
  return [metric, own].find((one) => OVER_TIME.includes(one)) ?? "p99";
}

export function drawnMetrics(drawn: FigureId, own: FigureId): FigureId[] {
  return OVER_TIME.filter((one) => OFFERED.includes(one) || one === drawn || one === own);
}
