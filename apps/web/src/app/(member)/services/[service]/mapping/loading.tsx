import { MappingSkeleton } from "../../../../../features/mapping/mapping-skeleton.tsx";
import { PageSkeleton } from "../../../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <MappingSkeleton />
    </PageSkeleton>
  );
}
