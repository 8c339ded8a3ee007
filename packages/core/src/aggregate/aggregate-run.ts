import { RunAggregation } from "./aggregate.ts";
import type { AggregationOptions } from "./aggregation-limits.ts";
import type { CellColumns } from "../cell/cell-columns.ts";
import { ClosedColumns } from "./closed-cells.ts";
import { FilteredSink } from "./filtered-sink.ts";
import { leftOutLabelsWords, leftOutWarnings } from "../cell/label-filter.ts";
import type { LabelFilter, LeftOutLabels } from "../cell/label-filter.ts";
import { HeadroomError, isHeadroomError } from "../problem.ts";
import type { RunTotals } from "../cell/run-totals.ts";
import type { LabelKind, ParseReport, SampleSink } from "../cell/sample.ts";

/** Cells of a run on their way to storage. */
export interface CellBatch {
  /** The labels of these cells that no earlier batch has named. */
  labels: { label: number; name: string; kind: LabelKind }[];
  cells: CellColumns;
}

/** A run that was read completely. */
export interface ReadRun {
  report: ParseReport;
  /** Null: no accepted sample is within the range of a run. */
  totals: RunTotals | null;
}

/** Small batches would spend their time on commits. */
const ROWS_WORTH_A_BATCH = 4_000;

/**
 * Reads a run into cells. `read` puts samples into the sink and awaits `flush` after each chunk, so that a slow
 * writer slows down the reader.
 */
export async function aggregateRun(
  read: (sink: SampleSink, flush: () => Promise<void>) => Promise<ParseReport>,
  options: AggregationOptions,
  write: (batch: CellBatch) => Promise<void>,
): Promise<ReadRun> {
  const closed = new ClosedColumns();
  const aggregation = new RunAggregation(options, closed);
  const batches = new Batches(aggregation, closed);
  const flush = async (atLeast: number) => {
    const batch = batches.take(atLeast);
    if (batch !== null) await write(batch);
  };
  const { labelFilter } = options;
  const filtered = labelFilter === undefined ? null : new FilteredSink(aggregation, labelFilter);
  const report = await read(filtered ?? aggregation, () => flush(ROWS_WORTH_A_BATCH));
  while (aggregation.closeSome()) await flush(ROWS_WORTH_A_BATCH);
  const totals = totalsOf(aggregation);
  await flush(1);
  if (filtered === null || labelFilter === undefined) return { report, totals };
  return { report, totals: withFilter(totals, labelFilter, filtered.leftOut()) };
}

/** A run of which nothing is left is no run. */
function withFilter(totals: RunTotals | null, filter: LabelFilter, leftOut: LeftOutLabels): RunTotals | null {
  const { requests, labels } = leftOut;
  if (totals === null ? labels > 0 : totals.all.requests === 0 && requests > 0)
    throw new HeadroomError(
      "parameter-unused",
      `No request is left: ${leftOutLabelsWords(filter)} are left out, and the file has no others.`,
      {
        field: filter.only.length > 0 ? "only-label" : "except-label",
        hint: "Patterns are compared with whole labels, and upper and lower case differ.",
      },
    );
  if (totals === null) return null;
  return { ...totals, leftOut, warnings: [...totals.warnings, ...leftOutWarnings(filter, leftOut)] };
}

class Batches {
  readonly #aggregation: RunAggregation;
  readonly #closed: ClosedColumns;
  readonly #named = new Set<number>();

  constructor(aggregation: RunAggregation, closed: ClosedColumns) {
    this.#aggregation = aggregation;
    this.#closed = closed;
  }

  take(atLeast: number): CellBatch | null {
    if (this.#closed.length < atLeast) return null;
    const cells = this.#closed.take();
    return { labels: this.#nameNew(cells.labels), cells };
  }

  #nameNew(numbers: Uint32Array): CellBatch["labels"] {
    const labels: CellBatch["labels"] = [];
    for (const label of numbers) {
      if (this.#named.has(label)) continue;
      this.#named.add(label);
      labels.push({ label, ...this.#aggregation.labelOf(label) });
    }
    return labels;
  }
}

function totalsOf(aggregation: RunAggregation): RunTotals | null {
  try {
    return aggregation.finish();
  } catch (error) {
    if (isHeadroomError(error, "file-empty")) return null;
    throw error;
  }
}
