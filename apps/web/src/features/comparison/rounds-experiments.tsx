import type { RoundsComparison } from "@headroom/contract";
import { EmptyState, Sheet, SheetNote } from "@headroom/ui";
import type { RoundsTableRow } from "./prepare-rounds.ts";
import { RoundsTable } from "./rounds-table.tsx";

interface RoundsExperimentsProps {
  comparison: RoundsComparison;
  rows: readonly RoundsTableRow[];
  /** The next step if the service has no experiments. */
  step: string;
}

export function RoundsExperiments({ comparison, rows, step }: RoundsExperimentsProps) {
  return (
    <Sheet label="Experiments" className="mt-5">
      {rows.length === 0 ? (
        <EmptyState title="This service has no experiments." step={step} />
      ) : (
        <RoundsTable rows={rows} />
      )}
      {comparison.rows.length < comparison.total ? (
        <SheetNote>
          {comparison.rows.length} of {comparison.total} experiments are shown.
        </SheetNote>
      ) : null}
    </Sheet>
  );
}
