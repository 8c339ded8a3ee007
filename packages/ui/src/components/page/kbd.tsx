import type { ReactNode } from "react";
import clsx from "clsx";

/** A key, as it is written on the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <kbd
      className={clsx(
        "inline-block rounded-chip border border-line-strong bg-surface px-[5px] font-mono text-11 font-medium text-ink-3",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
