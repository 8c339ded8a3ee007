import type { ReactNode } from "react";
import clsx from "clsx";
import { toolTitle } from "@headroom/core";
import { Sheet, SheetSection } from "@headroom/ui";
import { FiguresPanel } from "./figures-panel.tsx";
import type { FiguresTable } from "./prepare-figures.ts";
import type { ProofPanel as ProofPanelModel } from "./prepare-proof.ts";
import type { WorkloadModel } from "./prepare-workload.ts";
import { ProofPanel } from "./proof-panel.tsx";
import { WorkloadPanel } from "./workload-panel.tsx";

interface TotalsSheetProps {
  tool: string;
  table: FiguresTable;
  proof: ProofPanelModel;
  workload: WorkloadModel | null;
  /** What was measured beside it, over time. */
  gauges: ReactNode;
}

/** A run of totals: its figures, how they are known, and why nothing is drawn. A curve through totals would be made up. */
export function TotalsSheet({ tool, table, proof, workload, gauges }: TotalsSheetProps) {
  return (
    <>
      <section
        id="timeline"
        className="mt-5 scroll-mt-4 divide-y divide-line overflow-clip rounded-sheet border border-line bg-surface"
      >
        <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">
          <b className="font-medium text-ink">This run has no time series.</b> The results from{" "}
          {toolTitle(tool)} contain only totals, shown as the tool reported them. For a timeline, a steady
          phase and percentiles of any window, upload the tool's raw results.
        </p>
        <div
          className={clsx(
            "grid grid-cols-1 divide-y divide-line desk:divide-x desk:divide-y-0",
            workload === null ? "desk:grid-cols-2" : "desk:grid-cols-3",
          )}
        >
          <FiguresPanel label={null} table={table} />
          {workload === null ? null : <WorkloadPanel model={workload} />}
          <ProofPanel panel={proof} />
        </div>
      </section>
      {gauges === null ? null : (
        <Sheet label="Gauges over time" className="mt-5">
          <SheetSection>{gauges}</SheetSection>
        </Sheet>
      )}
    </>
  );
}
