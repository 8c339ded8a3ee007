import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function CatalogSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-48" sentence="max-w-[520px]" />
      <Sheet label="Experiments">
        <div className="flex gap-2 px-4 py-3 wide:px-5">
          <Skeleton className="h-8 w-64 rounded-control" />
          <Skeleton className="hidden h-8 w-80 rounded-control wide:block" />
        </div>
        {ROWS.map((row) => (
          <div key={row} className="flex items-center justify-between px-4 py-3 wide:px-5">
            <div>
              <Skeleton className="h-5 w-48" />
              <Skeleton className="mt-1.5 h-3.5 w-32" />
            </div>
            <Skeleton className="h-9 w-28" />
          </div>
        ))}
      </Sheet>
    </div>
  );
}
