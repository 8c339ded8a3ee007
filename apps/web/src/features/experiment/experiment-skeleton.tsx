import { Sheet, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";

const CELLS = ["a", "b", "c", "d"];

export function ExperimentSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-8 w-24 rounded-control" sentence="max-w-[560px]">
        <Skeleton className="mt-3 h-4 max-w-[420px]" />
      </PageHeadSkeleton>
      <Sheet label="Figures">
        <div className="grid grid-cols-2 wide:grid-cols-4">
          {CELLS.map((cell) => (
            <div key={cell} className="px-5 py-4">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="mt-3 h-8 w-28" />
              <Skeleton className="mt-3 h-3.5 w-32" />
            </div>
          ))}
        </div>
      </Sheet>
      <div className="mt-5 grid grid-cols-1 gap-5 desk:grid-cols-2">
        {["workload", "targets"].map((sheet) => (
          <Sheet key={sheet} label={sheet}>
            <div className="px-5 py-4">
              <Skeleton className="h-5 w-24" />
              <Skeleton className="mt-4 h-44" />
            </div>
          </Sheet>
        ))}
      </div>
    </div>
  );
}
