import { Sheet, Skeleton } from "@headroom/ui";

const ROWS = ["a", "b", "c", "d", "e"];

export function TrendSkeleton() {
  return (
    <div aria-busy="true">
      <div className="pt-6 pb-5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-2.5 h-7 max-w-[560px] wide:h-[34px]" />
      </div>
      <Sheet label="Trend">
        <div className="flex flex-wrap gap-3 px-4 py-3 wide:px-5">
          <Skeleton className="h-8 w-96 max-w-full rounded-control" />
          <Skeleton className="h-8 w-28 rounded-control" />
        </div>
        <div className="p-4 wide:px-5">
          <Skeleton className="h-[360px]" />
        </div>
        {ROWS.map((row) => (
          <div key={row} className="px-4 py-3 wide:px-5">
            <Skeleton className="h-5 w-full" />
          </div>
        ))}
      </Sheet>
    </div>
  );
}
