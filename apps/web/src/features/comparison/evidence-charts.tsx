"use client";

import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import { earlierWords } from "./earlier-words.ts";
import { intervalInput } from "./interval-input.ts";
import { MapAndIntervals } from "./map-and-intervals.tsx";
import { mapInput } from "./prepare-map-input.ts";
import type { RunCard } from "./prepare-runs.ts";
import { type StatisticsByRun, usualDays } from "./statistics-by-run.ts";

const WORDS = {
  map: "Throughput and p99 of each run",
  arrow: "The arrow starts at the reference",
  smallest: "Gray: the smallest change these runs could have detected",
  title: "Comparison",
  fileName: "comparison",
};

const USUAL = "Gray: the change between the same hours of earlier days";

interface EvidenceChartsProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
}

export function EvidenceCharts({ comparison, cards, statistics }: EvidenceChartsProps) {
  const map = useMemo(() => mapInput(comparison, cards), [comparison, cards]);
  const intervals = useMemo(
    () => intervalInput(comparison, cards, statistics),
    [comparison, cards, statistics],
  );
  const words = usualDays(statistics) > 0 ? { ...WORDS, smallest: USUAL } : WORDS;
  return <MapAndIntervals map={map} intervals={intervals} words={words} earlier={earlierWords(statistics)} />;
}
