"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import { PERCENTILE_IDS } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { Button } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { overlaidRuns } from "./overlaid-runs.ts";
import { OverlayFrame } from "./overlay-frame.tsx";
import { overlayInput } from "./overlay-input.ts";
import { OverlaySkeleton } from "./overlay-skeleton.tsx";
import type { RunCard } from "./prepare-runs.ts";

/** Recharts comes after the figures, into a room that is already there. */
const OverlayCharts = dynamic(() => import("./overlay-charts.tsx").then((module) => module.OverlayCharts), {
  ssr: false,
  loading: OverlaySkeleton,
});

interface OverlaySheetProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  metric: FigureId;
}

/** The runs over time, laid over each other from their own starts. */
export function OverlaySheet({ comparison, cards, metric }: OverlaySheetProps) {
  const trpc = useTRPC();
  const { drawn, words } = overlaidRuns(comparison, cards);
  const percentile = PERCENTILE_IDS.find((one) => one === metric) ?? "p99";
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.overlay.queryOptions({ runIds: drawn.map(({ id }) => id), percentile }),
    enabled: drawn.length > 0,
    placeholderData: (before) => before,
  });
  const input = useMemo(
    () => (data ? overlayInput({ comparison, cards, figures: data, percentile }) : null),
    [comparison, cards, data, percentile],
  );
  return (
    <OverlayFrame words={words}>
      {drawn.length === 0 ? null : input ? (
        <OverlayCharts input={input} />
      ) : error ? (
        <div
          role="alert"
          className="flex min-h-[300px] flex-col items-start justify-center gap-3 text-13 text-ink-2"
        >
          Couldn't load the runs over time.
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <OverlaySkeleton />
      )}
    </OverlayFrame>
  );
}
