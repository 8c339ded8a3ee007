import { ServiceSkeleton } from "../../../features/service/service-skeleton.tsx";
import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <ServiceSkeleton />
    </PageSkeleton>
  );
}
