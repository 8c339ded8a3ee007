import { PageSkeleton } from "../../../../../features/shell/page-skeleton.tsx";
import { TrendSkeleton } from "../../../../../features/trend/trend-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <TrendSkeleton />
    </PageSkeleton>
  );
}
