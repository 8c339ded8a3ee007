import { Skeleton } from "@headroom/ui";
import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <div className="mx-auto max-w-[760px]">
        <Skeleton className="mt-8.5 mb-5 h-8 w-90 max-w-full" />
        <div className="flex flex-col gap-5">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-52 w-full" />
          <Skeleton className="h-60 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      </div>
    </PageSkeleton>
  );
}
