"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import type { FigureId } from "@headroom/core";
import type { OverlayInput } from "@headroom/ui/charts";
import { useTRPC } from "../../../trpc/client.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import { asDrawn } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { overlaidRuns } from "./overlaid-runs.ts";
import { NothingOverTime } from "./over-time.tsx";
import { percentileOf } from "./percentile-of.ts";
import { overlayInput } from "./overlay-input.ts";

interface OverlayAsked {
  comparison: RunComparison;
  cards: readonly RunCard[];
  /** Whose percentile is drawn. */
  metric: FigureId;
  highlight?: OverlayInput["highlight"];
}

/** The runs over time: each chart of a page asks, and it is read once. */
export function useOverlay({ comparison: compared, cards: all, metric, highlight }: OverlayAsked) {
  const trpc = useTRPC();
  const { comparison, cards } = useMemo(() => asDrawn(compared, all), [compared, all]);
  const { drawn, words } = overlaidRuns(comparison, cards);
  const percentile = percentileOf(metric);
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.overlay.queryOptions({ runIds: drawn.map(({ id }) => id), percentile }),
    enabled: drawn.length > 0,
    placeholderData: (before) => before,
  });
  const input = useMemo(
    () =>
      data === undefined
        ? null
        : overlayInput({
            comparison,
            cards,
            figures: data,
            percentile,
            ...(highlight === undefined ? {} : { highlight }),
          }),
    [comparison, cards, data, percentile, highlight],
  );
  const problem =
    drawn.length === 0 ? (
      <NothingOverTime />
    ) : input === null && error !== null ? (
      <NotLoaded onRetry={() => void refetch()}>Couldn't load the runs over time.</NotLoaded>
    ) : null;
  return { input, words, problem, isDrawn: drawn.length > 0 };
}
