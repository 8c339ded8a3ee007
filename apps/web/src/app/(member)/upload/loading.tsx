import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";
import { UploadSkeleton } from "../../../features/upload/upload-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <UploadSkeleton />
    </PageSkeleton>
  );
}
