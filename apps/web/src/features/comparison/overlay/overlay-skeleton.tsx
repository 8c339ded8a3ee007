import { CHART_HEIGHT_CLASS, Skeleton } from "@headroom/ui";

/** The chart's room until it comes. */
export function OverlaySkeleton() {
  return (
    <div aria-busy="true">
      <div className="h-9 wide:h-5" />
      <div className="h-7" />
      <Skeleton className={CHART_HEIGHT_CLASS} />
      <div className="h-6" />
    </div>
  );
}
