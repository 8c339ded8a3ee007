"use client";

import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import { earlierWords } from "./earlier-words.ts";
import { EvidenceFrame } from "./evidence-frame.tsx";
import { intervalInput } from "./interval-input.ts";
import { mapInput } from "./prepare-map-input.ts";
import type { RunCard } from "./prepare-runs.ts";
import { usualDays } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

interface EvidenceSheetProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
}

/** Where the runs stand, and how sure it is that they differ. */
export function EvidenceSheet({ comparison, cards, statistics }: EvidenceSheetProps) {
  const map = useMemo(() => mapInput(comparison, cards), [comparison, cards]);
  const intervals = useMemo(
    () => intervalInput(comparison, cards, statistics),
    [comparison, cards, statistics],
  );
  return (
    <EvidenceFrame
      map={map}
      intervals={intervals}
      usual={usualDays(statistics) > 0}
      earlier={earlierWords(statistics)}
    />
  );
}
