import type { ReactNode } from "react";
import { Button } from "@headroom/ui";

interface NotLoadedProps {
  onRetry: () => void;
  className?: string;
  /** What couldn't be loaded, as a sentence. */
  children: ReactNode;
}

/** Where a part of the page would be, had its request not failed. */
export function NotLoaded({ onRetry, className = "", children }: NotLoadedProps) {
  return (
    <div role="alert" className={`flex flex-col items-start gap-3 text-13 text-ink-2 ${className}`}>
      {children}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
