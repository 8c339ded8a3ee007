"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Sheet, Skeleton } from "@headroom/ui";

/** Recharts comes after the figures, into a room that is already there. */
const EvidenceCharts = dynamic(
  () => import("./evidence-charts.tsx").then((module) => module.EvidenceCharts),
  { ssr: false, loading: EvidenceSkeleton },
);

function EvidenceSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-5 p-4 desk:grid-cols-2 wide:px-5 wide:py-4.5">
      <Skeleton className="h-[372px] wide:h-[432px]" />
      <Skeleton className="h-[372px] wide:h-[432px]" />
    </div>
  );
}

/** Where the runs are, and how certain it is that they differ: for members and guests. */
export function EvidenceFrame(props: ComponentProps<typeof EvidenceCharts>) {
  return (
    <Sheet label="Evidence" className="mt-5">
      <EvidenceCharts {...props} />
    </Sheet>
  );
}
