import type { ReactNode } from "react";
import { Skeleton } from "@headroom/ui";

interface PageHeadSkeletonProps {
  eyebrow: string;
  sentence: string;
  children?: ReactNode;
}

/** The space of a page's eyebrow and sentence; `children` go below them. */
export function PageHeadSkeleton({ eyebrow, sentence, children }: PageHeadSkeletonProps) {
  return (
    <div className="pt-6 pb-5">
      <Skeleton className={eyebrow} />
      <Skeleton className={`mt-2.5 h-7 wide:h-[34px] ${sentence}`} />
      {children}
    </div>
  );
}
