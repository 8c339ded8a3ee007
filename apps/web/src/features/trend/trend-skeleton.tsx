import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";
import { RowsSkeleton } from "../shell/rows-skeleton.tsx";

export function TrendSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-48" sentence="max-w-[560px]" />
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
