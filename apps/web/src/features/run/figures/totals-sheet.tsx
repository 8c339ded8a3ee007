import type { ReactNode } from "react";
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
        className="mt-5 grid scroll-mt-4 grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_372px] paper:block"
      >
        <div className="min-w-0">
          <p className="px-4 pt-4 text-13 text-ink-2 wide:px-5">
            <b className="font-medium text-ink">This run has no time series.</b> The results from{" "}
            {toolTitle(tool)} contain only totals, shown as the tool reported them. For a timeline, a steady
            phase and percentiles of any window, upload the tool's raw results.
          </p>
          <FiguresPanel label={null} table={table} />
        </div>
        <div className="border-t border-line desk:border-t-0 desk:border-l paper:grid paper:grid-cols-2">
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
