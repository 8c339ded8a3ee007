import { LATENCY_HEIGHT_CLASS, Skeleton, THROUGHPUT_HEIGHT_CLASS } from "@headroom/ui";

/** The charts' room until they come. */
export function OverlaySkeleton() {
  return (
    <div aria-busy="true">
      <div className="h-8" />
      <div className="h-7" />
      <Skeleton className={THROUGHPUT_HEIGHT_CLASS} />
      <div className="h-7" />
      <Skeleton className={LATENCY_HEIGHT_CLASS} />
      <div className="h-6" />
    </div>
  );
}
