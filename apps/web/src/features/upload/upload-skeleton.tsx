import { Sheet, SheetSection, Skeleton } from "@headroom/ui";

export function UploadSkeleton() {
  return (
    <div aria-busy="true">
      <div className="pt-6 pb-5">
        <Skeleton className="h-4 w-16" />
        <Skeleton className="mt-2.5 h-7 max-w-[520px] wide:h-[34px]" />
      </div>
      <div className="grid grid-cols-1 gap-5 desk:grid-cols-[minmax(0,1fr)_372px]">
        <Sheet label="Files and experiment">
          <SheetSection>
            <Skeleton className="h-40 rounded-control" />
          </SheetSection>
          <SheetSection>
            <Skeleton className="h-28" />
          </SheetSection>
        </Sheet>
        <Sheet label="Targets and what is known" className="self-start">
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
