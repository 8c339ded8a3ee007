"use client";

import type { TrafficAnswer } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, formatInstant } from "@headroom/ui";
import { GaugesTable } from "../run/tables/gauges-table.tsx";
import { prepareGaugeRows } from "../run/tables/prepare-gauge-rows.ts";
import { useZone } from "../shell/use-zone.ts";

interface TrafficGaugesProps {
  traffic: Pick<TrafficAnswer, "gauges">;
  /** The time zone that the server remembers from the last visit. The browser's own wins. */
  timeZone: string;
}

/** What the gauges did beside the requests of the range. */
export function TrafficGauges({ traffic, timeZone }: TrafficGaugesProps) {
  const zone = useZone(timeZone);
  const clock = (instant: string) => formatInstant(new Date(instant), zone);
  return (
    <Sheet label="Gauges" className="mt-5">
      <SheetSection>
        <SheetTitle>Gauges beside the load</SheetTitle>
      </SheetSection>
      <GaugesTable rows={prepareGaugeRows(traffic.gauges, clock)} of="range" during="range" />
    </Sheet>
  );
}
