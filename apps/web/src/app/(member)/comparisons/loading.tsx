import { ComparisonSkeleton } from "../../../features/comparison/pair/comparison-skeleton.tsx";
import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <ComparisonSkeleton />
    </PageSkeleton>
  );
}
