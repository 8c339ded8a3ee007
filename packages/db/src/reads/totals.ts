import { mergeCells, type Cell, type LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { toCell, type StoredCell } from "./stored-cell.ts";

export interface RunTotal {
  seriesId: number;
  name: string;
  kind: LabelKind;
  total: Cell;
  /** What it was merged from: kinds of distribution that do not merge still hold a percentile between them. */
  parts: Cell[];
  /** The finest step that every part has kept; null where one kept its total alone. */
  finestStepSeconds: number | null;
}

type Row = StoredCell & {
  series_id: number;
  label: string;
  label_kind: LabelKind;
  finest_step: number | null;
};

/** The exact whole of every requests series of a run, its published parts merged; `(all)` is one of them. */
export async function readTotals(tx: WorkspaceTx, runId: string): Promise<RunTotal[]> {
  const rows = await tx.query<Row>(
    `select t.series_id, s.label, s.label_kind, t.finest_step,
       t.requests, t.errors, t.items, t.bytes, t.sum_us, t.min_us, t.max_us, t.dist_kind, t.dist, t.dist_failed
     from part p
     join part_total t on t.part_id = p.id
     join series s on s.id = t.series_id
     where p.run_id = $1 and p.state = 'published' and s.kind = 'requests'
     order by t.series_id`,
    [runId],
  );
  const totals: RunTotal[] = [];
  for (const row of rows) {
    const last = totals.at(-1);
    if (last?.seriesId === row.series_id) {
      const cell = toCell(row);
      last.total = mergeCells(last.total, cell);
      last.parts.push(cell);
      last.finestStepSeconds =
        last.finestStepSeconds === null || row.finest_step === null
          ? null
          : Math.max(last.finestStepSeconds, row.finest_step);
    } else totals.push(toTotal(row));
  }
  return totals;
}

function toTotal(row: Row): RunTotal {
  const total = toCell(row);
  return {
    seriesId: row.series_id,
    name: row.label,
    kind: row.label_kind,
    total,
    parts: [total],
    finestStepSeconds: row.finest_step,
  };
}
