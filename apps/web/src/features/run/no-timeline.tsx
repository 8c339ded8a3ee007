import type { ReactNode } from "react";
import { toolTitle } from "@headroom/core";
import { SheetSection, SheetTitle } from "@headroom/ui";

/** Why there is no chart: a curve through totals would be made up. */
export function NoTimeline({ tool, children }: { tool: string; children?: ReactNode }) {
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <SheetTitle>Throughput and latency</SheetTitle>
      <div className="mt-4 flex max-w-[62ch] flex-col gap-2 text-13 text-ink-2">
        <p className="text-14 font-medium text-ink">This run has no time series.</p>
        <p>
          The results from {toolTitle(tool)} contain only totals for the whole run, so there is nothing to
          chart. All figures are shown as the tool reported them.
        </p>
        <p>
          To get a timeline, a steady phase, and percentiles for any window, upload the tool's raw results.
        </p>
      </div>
      {children}
    </SheetSection>
  );
}
