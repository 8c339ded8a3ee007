import { Sheet, Skeleton } from "@headroom/ui";
import { ChartsSkeleton } from "../run/timeline/charts-skeleton.tsx";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";
import { RowsSkeleton } from "../shell/rows-skeleton.tsx";

export function ServiceSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-32" sentence="max-w-[560px]" />
      <Skeleton className="mb-5 h-8 w-96 max-w-full rounded-control" />
      <Skeleton className="h-32 rounded-sheet" />
      <Sheet label="Throughput and latency" className="mt-5">
        <div className="p-4 wide:px-5">
          <ChartsSkeleton />
        </div>
      </Sheet>
    </div>
  );
}

export function ServicesSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-0" sentence="max-w-[420px]" />
      <Sheet label="Services">
        <RowsSkeleton rows={5} className="h-8 w-full" />
      </Sheet>
    </div>
  );
}
