import { Skeleton } from "@headroom/ui";

/** As high as what comes: two charts, below each other where the page is narrow. */
export function CapacitySkeleton() {
  return (
    <div role="status" aria-label="Loading capacity" className="px-4 pb-5 wide:px-5">
      <Skeleton className="h-[60rem] w-full desk:h-[36rem]" />
    </div>
  );
}
