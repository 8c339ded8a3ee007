import { Skeleton } from "@headroom/ui";

/** The given number of one-line rows. */
export function RowsSkeleton({ rows, className }: { rows: number; className: string }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className="px-4 py-3 wide:px-5">
      <Skeleton className={className} />
    </div>
  ));
}
