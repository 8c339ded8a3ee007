import type { ReactNode } from "react";

interface EmptyStateProps {
  /** What is not there. */
  title: ReactNode;
  /** The one next step. */
  step: ReactNode;
  children?: ReactNode;
}

export function EmptyState({ title, step, children }: EmptyStateProps) {
  return (
    <div className="px-4 py-8 wide:px-8 wide:py-12">
      <p className="text-15 font-semibold">{title}</p>
      <p className="mt-1 max-w-[64ch] text-14 text-ink-2">{step}</p>
      {children ? <div className="mt-5">{children}</div> : null}
    </div>
  );
}
