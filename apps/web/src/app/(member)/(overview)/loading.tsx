import { OverviewSkeleton } from "../../../features/overview/overview-skeleton.tsx";
import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <OverviewSkeleton />
    </PageSkeleton>
  );
}
