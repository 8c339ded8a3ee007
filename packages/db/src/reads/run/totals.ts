import { gridOfSteps, mergeCells } from "@headroom/core";
import type { Cell, LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { toCell } from "../cells/stored-cell.ts";
import type { StoredCell } from "../cells/stored-cell.ts";

export interface RunTotal {
  seriesId: number;
  name: string;
  kind: LabelKind;
  total: Cell;
  /** What it was merged from: kinds of distribution that can't be merged still give a range for a percentile. */
  parts: Cell[];
  /** The finest step stored for every part; null if one stores only its total. */
  finestStepSeconds: number | null;
}

type Row = StoredCell & {
  series_id: number;
  latency_resolution_us: number;
  label: string;
  label_kind: LabelKind;
  finest_step: number | null;
  /** Null: this part has nothing for this series. */
  requests: number | null;
};

/** Sketches of many labels take many megabytes: at most this many are in memory, over all parts. */
const TOTALS_AT_ONCE = 500;
const MIN_SERIES = 10;

/** The exact whole of every label of a run, its published parts merged; `(all)` is one of them. `parts`: how many those are. */
export async function* eachTotal(
  tx: WorkspaceTx,
  runId: string,
  { names = null, ...known }: { names?: readonly string[] | null; parts?: number } = {},
): AsyncGenerator<RunTotal> {
  const parts = known.parts ?? (await tx.prisma.part.count({ where: { runId, state: "published" } }));
  const seriesAtOnce = Math.max(MIN_SERIES, Math.ceil(TOTALS_AT_ONCE / Math.max(1, parts)));
  let after = 0;
  for (;;) {
    const rows = await tx.query<Row>(PAGE, [runId, after, names, seriesAtOnce]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.series_id;
    yield* merged(rows);
    if (new Set(rows.map(({ series_id }) => series_id)).size < seriesAtOnce) return;
  }
}

/** All of them, or only those with the given names. */
export async function readTotals(
  tx: WorkspaceTx,
  runId: string,
  names: readonly string[] | null = null,
): Promise<RunTotal[]> {
  const totals: RunTotal[] = [];
  for await (const total of eachTotal(tx, runId, { names })) totals.push(total);
  return totals;
}

/** The whole of each published part: what one generator brought. At most `limit` of them. */
export async function readPartTotals(
  tx: WorkspaceTx,
  runId: string,
  { label, limit }: { label: string; limit: number },
): Promise<{ partId: string; total: Cell }[]> {
  const rows = await tx.query<StoredCell & { part_id: string; latency_resolution_us: number }>(
    `select p.id as part_id, p.latency_resolution_us,
       t.requests, t.errors, t.items, t.bytes, t.sum_us, t.min_us, t.max_us, t.dist_kind, t.dist, t.dist_failed
     from part p
     join series s on s.run_id = p.run_id and s.kind = 'requests' and s.label_kind = 'request' and s.label = $2
     join part_total t on t.part_id = p.id and t.series_id = s.id
     where p.run_id = $1 and p.state = 'published' order by p.generator, p.id limit $3`,
    [runId, label, limit],
  );
  return rows.map((row) => ({
    partId: row.part_id,
    total: toCell(row, gridOfSteps([row.latency_resolution_us])),
  }));
}

// Includes series without a published part, so that the last row shows how far the page went.
const PAGE = `select s.id as series_id, s.label, s.label_kind, t.finest_step, p.latency_resolution_us,
    t.requests, t.errors, t.items, t.bytes, t.sum_us, t.min_us, t.max_us, t.dist_kind, t.dist, t.dist_failed
  from (
    select id, label, label_kind from series
    where run_id = $1 and kind = 'requests' and label_kind <> 'status' and id > $2 and ($3::text[] is null or label = any($3))
    order by id limit $4
  ) s
  cross join (select id, latency_resolution_us from part where run_id = $1 and state = 'published') p
  left join part_total t on t.part_id = p.id and t.series_id = s.id
  order by s.id`;

function* merged(rows: readonly Row[]): Generator<RunTotal> {
  let total: RunTotal | null = null;
  for (const row of rows) {
    if (row.requests === null) continue;
    if (total?.seriesId === row.series_id) addTo(total, row);
    else {
      if (total !== null) yield total;
      total = toTotal(row);
    }
  }
  if (total !== null) yield total;
}

function addTo(total: RunTotal, row: Row): void {
  const cell = ofPart(row);
  total.total = mergeCells(total.total, cell);
  total.parts.push(cell);
  total.finestStepSeconds =
    total.finestStepSeconds === null || row.finest_step === null
      ? null
      : Math.max(total.finestStepSeconds, row.finest_step);
}

function toTotal(row: Row): RunTotal {
  const total = ofPart(row);
  return {
    seriesId: row.series_id,
    name: row.label,
    kind: row.label_kind,
    total,
    parts: [total],
    finestStepSeconds: row.finest_step,
  };
}

function ofPart(row: Row): Cell {
  return toCell(row, gridOfSteps([row.latency_resolution_us]));
}
