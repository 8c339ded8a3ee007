import { RunAggregation } from "./aggregate.ts";
import type { AggregationOptions } from "./aggregation-limits.ts";
import type { Cell } from "./cell.ts";
import { type CellColumns, encodeCells } from "./cell-columns.ts";
import { isHeadroomError } from "./problem.ts";
import type { CellRow, RunTotals } from "./run-totals.ts";
import type { LabelKind, ParseReport, SampleSink } from "./sample.ts";

/** Cells of a run on their way to where they are kept. */
export interface CellBatch {
  /** The labels of these cells that no earlier batch has named. */
  labels: { label: number; name: string; kind: LabelKind }[];
  cells: CellColumns;
}

/** A run that was read to its end. */
export interface ReadRun {
  report: ParseReport;
  /** Null: of all that was accepted nothing lies in the range of a run. */
  totals: RunTotals | null;
}

/** Small batches would spend their time on commits. */
const ROWS_WORTH_A_BATCH = 4_000;

/**
 * Reads a run into cells. `read` puts samples into the sink and awaits `flush` after each piece, so that whoever writes
 * holds back whoever reads.
 */
export async function aggregateRun(
  read: (sink: SampleSink, flush: () => Promise<void>) => Promise<ParseReport>,
  options: AggregationOptions,
  write: (batch: CellBatch) => Promise<void>,
): Promise<ReadRun> {
  const aggregation = new RunAggregation(options);
  const batches = new Batches(aggregation);
  const flush = async (atLeast: number) => {
    const batch = batches.take(atLeast);
    if (batch !== null) await write(batch);
  };
  const report = await read(aggregation, () => flush(ROWS_WORTH_A_BATCH));
  while (aggregation.closeSome()) await flush(ROWS_WORTH_A_BATCH);
  const totals = totalsOf(aggregation);
  await flush(1);
  return { report, totals };
}

class Batches {
  readonly #aggregation: RunAggregation;
  #waiting: CellRow[] = [];
  readonly #named = new Set<number>();

  constructor(aggregation: RunAggregation) {
    this.#aggregation = aggregation;
  }

  take(atLeast: number): CellBatch | null {
    for (const row of this.#aggregation.drain()) this.#waiting.push(row);
    if (this.#waiting.length < atLeast) return null;
    const rows = this.#waiting.sort(byPlace);
    this.#waiting = [];
    const cells = encodeCells(rows);
    for (const { cell } of rows) release(cell);
    return { labels: this.#nameNew(rows), cells };
  }

  #nameNew(rows: readonly CellRow[]): CellBatch["labels"] {
    const labels: CellBatch["labels"] = [];
    for (const { label } of rows) {
      if (this.#named.has(label)) continue;
      this.#named.add(label);
      labels.push({ label, ...this.#aggregation.labelOf(label) });
    }
    return labels;
  }
}

/** What is encoded is read no more, and nobody else has it. */
function release({ distribution }: Cell): void {
  if (distribution.kind !== "sketch") return;
  distribution.all.release();
  distribution.failed?.release();
}

/** As they are read later: rows that lie together keep the tables and their indexes dense. */
function byPlace(a: CellRow, b: CellRow): number {
  return a.label - b.label || a.stepSeconds - b.stepSeconds || a.offsetSeconds - b.offsetSeconds;
}

function totalsOf(aggregation: RunAggregation): RunTotals | null {
  try {
    return aggregation.finish();
  } catch (error) {
    if (isHeadroomError(error, "file-empty")) return null;
    throw error;
  }
}
