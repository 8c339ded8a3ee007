import type { RoundsComparison } from "@headroom/contract";
import { EmptyState, Sheet, SheetNote } from "@headroom/ui";
import type { RoundsTableRow } from "./prepare-rounds.ts";
import { RoundsTable } from "./rounds-table.tsx";

interface RoundsExperimentsProps {
  comparison: RoundsComparison;
  rows: readonly RoundsTableRow[];
  /** What was changed, if people say the same of each pair. */
  changed: string | null;
  /** The next step if the service has no experiments. */
  step: string;
}

export function RoundsExperiments({ comparison, rows, changed, step }: RoundsExperimentsProps) {
  return (
    <Sheet label="Experiments" className="mt-5">
      {changed === null ? null : (
        <p dir="auto" className="border-b border-line px-4 py-3 text-13 [overflow-wrap:anywhere] wide:px-5">
          <span className="text-ink-2">What was changed:</span> {changed}
        </p>
      )}
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
