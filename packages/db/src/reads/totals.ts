import { mergeCells, type Cell, type LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { toCell, type StoredCell } from "./stored-cell.ts";

export interface RunTotal {
  seriesId: number;
  name: string;
  kind: LabelKind;
  total: Cell;
  /** The finest step that every part has kept. */
  finestStepSeconds: number;
}

type Row = StoredCell & { series_id: number; label: string; label_kind: LabelKind; finest_step: number };

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
      last.total = mergeCells(last.total, toCell(row));
      last.finestStepSeconds = Math.max(last.finestStepSeconds, row.finest_step);
    } else totals.push(toTotal(row));
  }
  return totals;
}

function toTotal(row: Row): RunTotal {
  return {
    seriesId: row.series_id,
    name: row.label,
    kind: row.label_kind,
    total: toCell(row),
    finestStepSeconds: row.finest_step,
  };
}
