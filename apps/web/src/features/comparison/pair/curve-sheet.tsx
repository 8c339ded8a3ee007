"use client";

import clsx from "clsx";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import type { OverlayInput } from "@headroom/ui/charts";
import { CHART_HEIGHT_CLASS, Sheet, SheetTitle, Skeleton } from "@headroom/ui";
import { WhenSeen } from "../../run/view/when-seen.tsx";
import { ErrorsOverTime } from "../overlay/over-time.tsx";
import { OverlaySkeleton } from "../overlay/overlay-skeleton.tsx";

const Curve = dynamic(() => import("../charts/index.ts").then((module) => module.CurveChart), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

interface CurveSheetProps extends ComponentProps<typeof Curve> {
  /** The runs over time: null while they load, undefined if no run has a time series. */
  overlay: OverlayInput | null | undefined;
}

const CELL = "min-w-0 p-4 wide:px-5 wide:py-4.5";

/** Latency by percentile as far as each run has requests for it, and the errors of each step. */
export function CurveSheet({ runs, targets, overlay }: CurveSheetProps) {
  const hasCurve = runs.length > 0;
  if (!hasCurve && overlay === undefined) return null;
  const both = hasCurve && overlay !== undefined;
  return (
    <Sheet label="Percentiles and errors" className="mt-5">
      <div className={clsx("grid grid-cols-1", both && "desk:grid-cols-2 paper:grid-cols-2")}>
        {hasCurve ? (
          <div className={CELL}>
            <SheetTitle>Latency by percentile</SheetTitle>
            <WhenSeen waiting={<Skeleton className={CHART_HEIGHT_CLASS} />}>
              {() => <Curve runs={runs} targets={targets} />}
            </WhenSeen>
          </div>
        ) : null}
        {overlay === undefined ? null : (
          <div
            className={clsx(
              CELL,
              both && "border-t border-line desk:border-t-0 desk:border-l paper:border-t-0 paper:border-l",
            )}
          >
            <WhenSeen waiting={<OverlaySkeleton />}>{() => <ErrorsOverTime input={overlay} />}</WhenSeen>
          </div>
        )}
      </div>
    </Sheet>
  );
}
