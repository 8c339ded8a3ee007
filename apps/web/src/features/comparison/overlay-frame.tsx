import type { ReactNode } from "react";
import { Sheet, SheetSection, SheetTitle } from "@headroom/ui";

interface OverlayFrameProps {
  /** Which runs are drawn, and which can't be. */
  words: string;
  /** Null if none of the runs has data over time. */
  children: ReactNode | null;
}

/** The sheet of runs over time, for members and guests. */
export function OverlayFrame({ words, children }: OverlayFrameProps) {
  return (
    <Sheet label="Over time" className="mt-5">
      <SheetSection>
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <SheetTitle>Over time, aligned at the start</SheetTitle>
          <span className="text-12 text-ink-3">{words}</span>
        </div>
        {children ?? (
          <p className="py-6 text-13 text-ink-2">
            These runs have only totals, so there is nothing to show over time.
          </p>
        )}
      </SheetSection>
    </Sheet>
  );
}
