import { Sheet, Skeleton } from "@headroom/ui";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export function ComparisonSkeleton() {
  return (
    <div aria-busy="true">
      <div className="pt-6 pb-5">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-2.5 h-7 max-w-[560px] wide:h-[34px]" />
        <Skeleton className="mt-2 h-6 max-w-[640px]" />
      </div>
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
        {ROWS.map((row) => (
          <div key={row} className="px-4 py-3 wide:px-5">
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </Sheet>
    </div>
  );
}
