"use client";

import { useQuery } from "@tanstack/react-query";
import { Sheet, SheetSection } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import { ComparedGauges } from "./compared-gauges.tsx";
import { splitConstant } from "./constant-gauges.ts";
import { prepareComparedGauges } from "./prepare-gauges.ts";
import type { RunCard } from "../view/prepare-runs.ts";

/** What was measured beside the load, run by run. Last on the page, since most runs have no gauges. */
export function GaugesSheet({ cards }: { cards: readonly RunCard[] }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.gauges.queryOptions({
      runIds: cards.map(({ id }) => id),
      reference: cards.find(({ isReference }) => isReference)?.id,
    }),
    placeholderData: (before) => before,
  });
  if (data === undefined && error)
    return (
      <Sheet label="Gauges side by side" className="mt-5">
        <SheetSection>
          <NotLoaded onRetry={() => void refetch()}>Couldn't load the gauges.</NotLoaded>
        </SheetSection>
      </Sheet>
    );
  if (data === undefined || data.gauges.length === 0) return null;
  const { moving, constant } = splitConstant(data);
  return (
    <ComparedGauges
      gauges={prepareComparedGauges(moving, cards)}
      constant={constant}
      rest="on the runs' own pages"
    />
  );
}
