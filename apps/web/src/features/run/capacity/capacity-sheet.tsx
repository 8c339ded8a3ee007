"use client";

import dynamic from "next/dynamic";
import { Sheet, SheetTitle, Skeleton } from "@headroom/ui";
import type { CapacityPanelProps } from "./capacity-panel.tsx";

/** What a ramp is run for: how much load the service takes, before anything else of the run. */
export function CapacitySheet(props: CapacityPanelProps) {
  return (
    <Sheet label="Capacity" className="mt-5 divide-y-0">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 wide:px-5">
        <SheetTitle>Capacity</SheetTitle>
        <span className="text-12 text-ink-3">what the service did while the load rose</span>
      </div>
      <CapacityPanel {...props} />
    </Sheet>
  );
}

const CapacityPanel = dynamic(() => import("./capacity-panel.tsx").then((module) => module.CapacityPanel), {
  ssr: false,
  loading: () => (
    <div role="status" aria-label="Loading capacity" className="px-4 pb-5 wide:px-5">
      <Skeleton className="h-96 w-full" />
    </div>
  ),
});
