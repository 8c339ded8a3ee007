"use client";

import clsx from "clsx";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { IntervalInput } from "@headroom/ui/charts";
import { intervalsHeight, Sheet, SheetTitle, Skeleton } from "@headroom/ui";

const Intervals = dynamic(() => import("../charts/index.ts").then((module) => module.Intervals), {
  ssr: false,
  loading: () => (
    <div className="h-full pt-7">
      <Skeleton className="h-full" />
    </div>
  ),
});

const DETECTABLE = "Bar: 95% interval. Gray: changes that this comparison could not show.";
const USUAL = "Bar: 95% interval. Gray: the change between the same hours of earlier days.";
/** The unit and the buttons above a chart. */
const CAPTION_HEIGHT = 28;
/** More intervals are taller than a page, and the table below has them all. */
const MOST_ON_PAPER = 24;

interface EvidenceFrameProps {
  /** The runs over time. */
  children: ReactNode;
  intervals: IntervalInput;
  /** Live traffic is compared with what is usual at these hours. */
  usual: boolean;
  /** Which runs show how much runs vary; null while it isn't known. Guests don't see other runs. */
  earlier?: string | null;
}

/** The runs over time, beside how much they differ and how certain that is: for members and guests. */
export function EvidenceFrame({ children, intervals, usual, earlier }: EvidenceFrameProps) {
  const rows = intervals.groups.reduce((sum, group) => sum + group.rows.length, 0);
  const fits = rows <= MOST_ON_PAPER;
  return (
    <Sheet label="Evidence" className="mt-5">
      <div
        className={clsx(
          "grid grid-cols-1 desk:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]",
          fits ? "paper:grid-cols-2" : "paper:grid-cols-1",
        )}
      >
        <div className="flex min-w-0 flex-col p-4 wide:px-5 wide:py-4.5">{children}</div>
        <div
          className={clsx(
            "flex min-w-0 flex-col border-t border-line p-4 desk:border-t-0 desk:border-l wide:px-5 wide:py-4.5",
            fits ? "paper:border-t-0 paper:border-l" : "paper:hidden print:hidden",
          )}
        >
          <SheetTitle>How much, and how sure</SheetTitle>
          <p className="text-12 text-ink-3">{usual ? USUAL : DETECTABLE}</p>
          {rows === 0 ? (
            <p className="py-6 text-13 text-ink-2">
              No metric has a single value on both sides, so there is no ratio to show.
            </p>
          ) : (
            <div style={{ height: CAPTION_HEIGHT + intervalsHeight(intervals.groups) }}>
              <Intervals intervals={intervals} />
            </div>
          )}
          {earlier === undefined ? null : <p className="min-h-[1lh] text-12 text-ink-3">{earlier}</p>}
        </div>
      </div>
    </Sheet>
  );
}
