import { CatalogSkeleton } from "../../../features/catalog/catalog-skeleton.tsx";
import { PageSkeleton } from "../../../features/shell/page-skeleton.tsx";

export default function Loading() {
  return (
    <PageSkeleton>
      <CatalogSkeleton />
    </PageSkeleton>
  );
}
