import { Sheet, Skeleton } from "@headroom/ui";

const ROWS = ["a", "b", "c", "d"];

export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <div className="pt-6 pb-5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="mt-2.5 h-7 max-w-[520px] wide:h-[34px]" />
      </div>
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
