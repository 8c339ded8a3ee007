import { SheetSection, SheetTitle } from "@headroom/ui";
import { toolName } from "./tool-names.ts";

/** Why there is no chart: a curve through totals would be made up. */
export function NoTimeline({ tool }: { tool: string }) {
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <SheetTitle>Throughput and latency</SheetTitle>
      <div className="mt-4 flex max-w-[62ch] flex-col gap-2 text-13 text-ink-2">
        <p className="text-14 font-medium text-ink">This run has no time series.</p>
        <p>
          What {toolName(tool)} wrote holds totals of the whole run and nothing over time, so nothing is
          drawn. Its figures are shown as it says them.
        </p>
        <p>For a timeline, a steady phase and percentiles of any window, upload the tool’s raw results.</p>
      </div>
    </SheetSection>
  );
}
