"use client";

import { useQuery } from "@tanstack/react-query";
import { MINUTE_MILLIS } from "@headroom/core";
import { Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { NotLoaded } from "../shell/not-loaded.tsx";
import { SlosTable, worstFirst } from "./slos-table.tsx";

/** The SLOs of a service beside its traffic, those that burn first. Read again every minute: what is measured ends with one. */
export function SlosBeside({ service }: { service: string }) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.slo.list.queryOptions({ service }),
    refetchInterval: MINUTE_MILLIS,
  });
  if (data === undefined && error)
    return (
      <Sheet label="SLOs" className="mt-5">
        <SheetSection>
          <NotLoaded onRetry={() => void refetch()}>Couldn't load the SLOs.</NotLoaded>
        </SheetSection>
      </Sheet>
    );
  if (data === undefined || data.slos.length === 0) return null;
  return (
    <Sheet label="SLOs" className="mt-5">
      <div>
        <div className="px-4 pt-4 pb-1.5 wide:px-5">
          <SheetTitle>SLOs</SheetTitle>
        </div>
        <SlosTable slos={worstFirst(data.slos)} />
      </div>
    </Sheet>
  );
}
