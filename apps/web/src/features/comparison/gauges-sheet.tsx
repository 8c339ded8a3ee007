"use client";

import { useQuery } from "@tanstack/react-query";
import { Button, Sheet, SheetSection } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ComparedGauges } from "./compared-gauges.tsx";
import { prepareComparedGauges } from "./prepare-gauges.ts";
import type { RunCard } from "./prepare-runs.ts";

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
  return <ComparedGauges gauges={prepareComparedGauges(data, cards)} rest="on the runs' own pages" />;
}
