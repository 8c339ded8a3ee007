import { ALL_LABEL, gridOfSteps, mergeAllCells, mergeCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { coverWindow, growToIntervals } from "./cover-window.ts";
import { readCells } from "./read-cells.ts";
import { toCell } from "./stored-cell.ts";
import type { StoredCell } from "./stored-cell.ts";
import type { LabelName } from "./stored-series.ts";

/** A label of a run, and its stored step; null if only its total is stored. */
export interface LabelSeries {
  seriesId: number;
  finestStepSeconds: number | null;
}

export interface LabelWindowsInput {
  runId: string;
  series: readonly LabelSeries[];
  fromSeconds: number;
  toSeconds: number;
  /** See `WindowInput`. */
  grows?: boolean;
}

/** What was merged for a label: the requested window, in whole steps stored for the label. */
export interface LabelWindow {
  fromSeconds: number;
  toSeconds: number;
  cell: Cell;
}

type PartCell = StoredCell & { latency_resolution_us: number };
type SeriesCell = PartCell & { series_id: number };

/** Many labels in one window, each merged from the coarsest cells that cover it. Omits labels that are stored only as totals. */
export async function readLabelWindows(
  tx: WorkspaceTx,
  { runId, series, ...asked }: LabelWindowsInput,
): Promise<Map<number, LabelWindow>> {
  const windows = new Map<number, LabelWindow>();
  const [run] = await tx.query<{ imported_at: Date; resolutions: number[] }>(
    `select r.imported_at, array_agg(distinct p.latency_resolution_us) as resolutions
     from run r join part p on p.run_id = r.id and p.kind = 'requests' and p.state = 'published'
     where r.id = $1 group by r.id`,
    [runId],
  );
  if (run === undefined) return windows;
  const read = { runId, importedAt: run.imported_at, gridMicros: gridOfSteps(run.resolutions) };
  for (const [step, some] of Map.groupBy(series, ({ finestStepSeconds }) => finestStepSeconds)) {
    if (step === null) continue;
    const window = windowOf(asked, step);
    const segments = coverWindow(window.fromSeconds, window.toSeconds, step);
    const ids = some.map(({ seriesId }) => seriesId);
    const cells = new Map<number, Cell[]>(ids.map((id) => [id, []]));
    for (const { seriesId, cell } of await readCells(tx, { ...read, seriesIds: ids }, segments))
      cells.get(seriesId)?.push(cell);
    const covered = {
      fromSeconds: segments[0]?.fromSeconds ?? window.fromSeconds,
      toSeconds: segments.at(-1)?.toSeconds ?? window.toSeconds,
    };
    for (const [id, own] of cells) windows.set(id, { ...covered, cell: mergeAllCells(own) });
  }
  return windows;
}

type Asked = Pick<LabelWindowsInput, "fromSeconds" | "toSeconds" | "grows">;

function windowOf({ grows = false, ...window }: Asked, step: number): Omit<Asked, "grows"> {
  return (grows ? growToIntervals(window, step) : null) ?? window;
}

/** The whole of a run or of one of its labels, one cell for each published part: kinds that can't be merged stay separate. */
export async function readTotalParts(
  tx: WorkspaceTx,
  runId: string,
  label: LabelName | null,
): Promise<Cell[]> {
  const rows = await tx.query<PartCell>(
    `select p.latency_resolution_us, t.requests, t.errors, t.items, t.bytes, t.sum_us, t.min_us, t.max_us, t.dist_kind, t.dist, t.dist_failed
     from series s
     join part_total t on t.series_id = s.id
     join part p on p.id = t.part_id and p.state = 'published'
     where s.run_id = $1 and s.kind = 'requests' and s.label = $2 and s.label_kind = $3`,
    [runId, label?.name ?? ALL_LABEL, label?.kind ?? "request"],
  );
  return rows.map(ofPart);
}

/** The exact whole of some labels of a run, their published parts merged. */
export async function readLabelTotals(
  tx: WorkspaceTx,
  runId: string,
  seriesIds: readonly number[],
): Promise<Map<number, Cell>> {
  const rows = await tx.query<SeriesCell>(
    `select p.latency_resolution_us, t.series_id, t.requests, t.errors, t.items, t.bytes, t.sum_us, t.min_us, t.max_us, t.dist_kind, t.dist,
       t.dist_failed
     from part p join part_total t on t.part_id = p.id
     where p.run_id = $1 and p.state = 'published' and t.series_id = any($2::bigint[])`,
    [runId, seriesIds],
  );
  const totals = new Map<number, Cell>();
  for (const row of rows) {
    const before = totals.get(row.series_id);
    totals.set(row.series_id, before === undefined ? ofPart(row) : mergeCells(before, ofPart(row)));
  }
  return totals;
}

function ofPart(row: PartCell): Cell {
  return toCell(row, gridOfSteps([row.latency_resolution_us]));
}
