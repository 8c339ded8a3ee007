import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";
import { RowsSkeleton } from "../shell/rows-skeleton.tsx";

export function ExperimentSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-8 w-24 rounded-control" sentence="max-w-[560px]">
        <Skeleton className="mt-3 h-4 max-w-[420px]" />
      </PageHeadSkeleton>
      <Sheet label="Trend">
        <div className="flex flex-wrap gap-3 px-4 py-3 wide:px-5">
          <Skeleton className="h-8 w-96 max-w-full rounded-control" />
          <Skeleton className="h-8 w-28 rounded-control" />
        </div>
        <div className="p-4 wide:px-5">
          <Skeleton className="h-[360px]" />
        </div>
        <RowsSkeleton rows={5} className="h-5 w-full" />
      </Sheet>
    </div>
  );
}
