"use client";

import dynamic from "next/dynamic";
import { Sheet, SheetTitle } from "@headroom/ui";
import { CapacitySkeleton } from "./capacity-skeleton.tsx";
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
  loading: CapacitySkeleton,
});
