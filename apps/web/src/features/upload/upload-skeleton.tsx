import { Sheet, SheetSection, Skeleton } from "@headroom/ui";
import { PageHeadSkeleton } from "../shell/page-head-skeleton.tsx";

export function UploadSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeadSkeleton eyebrow="h-4 w-16" sentence="max-w-[520px]" />
      <div className="grid grid-cols-1 gap-5 desk:grid-cols-[minmax(0,1fr)_372px]">
        <Sheet label="Files and experiment">
          <SheetSection>
            <Skeleton className="h-40 rounded-control" />
          </SheetSection>
          <SheetSection>
            <Skeleton className="h-28" />
          </SheetSection>
        </Sheet>
        <Sheet label="Targets and run details" className="self-start">
          <SheetSection>
            <Skeleton className="h-28" />
          </SheetSection>
          <SheetSection>
            <Skeleton className="h-56" />
          </SheetSection>
        </Sheet>
      </div>
    </div>
  );
}
