import { GAUGE_HEIGHT_CLASS, LATENCY_HEIGHT_CLASS, Skeleton, THROUGHPUT_HEIGHT_CLASS } from "@headroom/ui";

/** Holds the space of the charts line by line, so that nothing moves when they load. */
export function ChartsSkeleton({ gauges = 0 }: { gauges?: number }) {
  return (
    <div role="status" aria-label="Loading charts" className="flex flex-1 flex-col">
      <div className="min-h-9 wide:min-h-5" />
      <div className="h-7" />
      <Skeleton className={THROUGHPUT_HEIGHT_CLASS} />
      <div className="h-7" />
      <Skeleton className={LATENCY_HEIGHT_CLASS} />
      {Array.from({ length: gauges }, (_, at) => (
        <div key={at}>
          <div className="h-7" />
          <Skeleton className={GAUGE_HEIGHT_CLASS} />
        </div>
      ))}
      <div className="mt-2 min-h-4" />
    </div>
  );
}
