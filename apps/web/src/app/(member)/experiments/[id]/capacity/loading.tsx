import { PageSkeleton } from "../../../../../features/shell/page-skeleton.tsx";
import { ExperimentSkeleton } from "../../../../../features/experiment/experiment-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <ExperimentSkeleton />
    </PageSkeleton>
  );
}
