"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Button, CHART_HEIGHT_CLASS, Sheet, SheetSection, SheetTitle, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { GaugesComparedTable } from "./gauges-compared-table.tsx";
import { prepareComparedGauges } from "./prepare-gauges.ts";
import type { RunCard } from "./prepare-runs.ts";

const GaugeOverlays = dynamic(() => import("./gauge-overlays.tsx").then((module) => module.GaugeOverlays), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

/** What was measured beside the load, run by run. Last on the page, since most runs have no gauges. */
export function GaugesSheet({ cards }: { cards: readonly RunCard[] }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.gauges.queryOptions({ runIds: cards.map(({ id }) => id) }),
    placeholderData: (before) => before,
  });
  if (data === undefined && error)
    return (
      <Sheet label="Gauges side by side" className="mt-5">
        <SheetSection>
          <div role="alert" className="flex flex-col items-start gap-3 text-13 text-ink-2">
            Couldn't load the gauges.
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        </SheetSection>
      </Sheet>
    );
  if (data === undefined || data.gauges.length === 0) return null;
  const { rows, charts, left } = prepareComparedGauges(data, cards);
  return (
    <Sheet label="Gauges side by side" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>Gauges side by side</SheetTitle>
        <span className="text-12 text-ink-3">{leftWords(left)}</span>
      </div>
      <GaugesComparedTable rows={rows} />
      <SheetSection>
        <GaugeOverlays charts={charts} />
      </SheetSection>
    </Sheet>
  );
}

function leftWords(left: number): string {
  if (left === 0) return "Each run begins at 0:00";
  return `Each run begins at 0:00. ${left === 1 ? "1 more gauge is" : `${left} more gauges are`} on the runs' own pages.`;
}
