import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../../shell/page-head-skeleton.tsx";
import { RowsSkeleton } from "../../shell/rows-skeleton.tsx";

export function ComparisonSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-48" sentence="max-w-[560px]">
        <Skeleton className="mt-2 h-6 max-w-[640px]" />
      </PageHeadSkeleton>
      <Sheet label="Compared runs">
        <div className="grid grid-cols-1 gap-4 px-4 py-3.5 wide:grid-cols-2 wide:px-5">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
        <div className="px-4 py-3 wide:px-5">
          <Skeleton className="h-8 w-28" />
        </div>
        <div className="px-4 py-3 wide:px-5">
          <Skeleton className="h-5 w-80 max-w-full" />
        </div>
      </Sheet>
      <Sheet label="Figures side by side" className="mt-5">
        <RowsSkeleton rows={6} className="h-9 w-full" />
      </Sheet>
    </div>
  );
}
