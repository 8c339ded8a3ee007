"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { RunComparison } from "@headroom/contract";
import { PERCENTILE_IDS } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { Button, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

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
  const drawn = cards.filter((_, at) => comparison.runs[at]?.hasTimeline ?? false);
  const percentile = PERCENTILE_IDS.find((one) => one === metric) ?? "p99";
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.overlay.queryOptions({ runIds: drawn.map(({ id }) => id), percentile }),
    enabled: drawn.length > 0,
    placeholderData: (before) => before,
  });
  return (
    <Sheet label="Over time" className="mt-5">
      <SheetSection>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <SheetTitle>Over time, aligned at the start</SheetTitle>
          <span className="text-12 text-ink-3">{withoutWords(cards, drawn)}</span>
        </div>
        {drawn.length === 0 ? (
          <p className="py-6 text-13 text-ink-2">
            These runs have only totals, so there is nothing to show over time.
          </p>
        ) : data ? (
          <OverlayCharts comparison={comparison} cards={cards} figures={data} percentile={percentile} />
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
      </SheetSection>
    </Sheet>
  );
}

function withoutWords(cards: readonly RunCard[], drawn: readonly RunCard[]): string {
  const left = cards.filter((card) => !drawn.includes(card)).map(({ letter }) => letter);
  if (left.length === 0 || drawn.length === 0) return "Each run begins at 0:00";
  return left.length === 1 ? `${left[0]} has only totals` : `${left.join(", ")} have only totals`;
}
