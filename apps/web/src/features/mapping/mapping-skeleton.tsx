import { Sheet } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";
import { RowsSkeleton } from "../shell/rows-skeleton.tsx";

export function MappingSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-0" sentence="max-w-[560px]" />
      <div className="grid grid-cols-1 items-start gap-5 desk:grid-cols-2">
        <Sheet label="Requests">
          <RowsSkeleton rows={8} className="h-8 w-full" />
        </Sheet>
        <Sheet label="Sources and gauges">
          <RowsSkeleton rows={4} className="h-5 w-full" />
        </Sheet>
      </div>
      <Sheet label="Unused metrics" className="mt-5">
        <RowsSkeleton rows={4} className="h-8 w-full" />
      </Sheet>
    </div>
  );
}
