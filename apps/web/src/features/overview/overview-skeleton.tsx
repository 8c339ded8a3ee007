import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";

const ROWS = ["a", "b", "c", "d"];

export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-32" sentence="max-w-[520px]" />
      <Sheet label="Services">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center justify-between px-4 py-3 wide:px-5">
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-9 w-32" />
          </div>
        ))}
      </Sheet>
    </div>
  );
}
