import type { ReactNode } from "react";

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 max-w-full items-center gap-[5px] truncate rounded-chip bg-neutral-soft px-[7px] text-12 whitespace-nowrap text-ink-2">
      {children}
    </span>
  );
}
