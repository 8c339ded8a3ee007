import {
  absentOfLabel,
  fromEncodedCell,
  listBuckets,
  listFailedBuckets,
  mergeAllCells,
  quantileMicros,
  summarize,
} from "@headroom/core";
import type { AbsentFigure, Cell, ListedBucket, PercentileId } from "@headroom/core";
import type { ExportedCell } from "@headroom/services";

/** One row of a file. What the source doesn't say is null, never 0. */
export interface CellRow {
  kind: ExportedCell["label"]["kind"];
  label: string | null;
  atMillis: number;
  second: number;
  stepSeconds: number;
  requests: number | null;
  errors: number | null;
  items: number | null;
  bytes: number;
  sumMicros: number | null;
  minMicros: number | null;
  maxMicros: number | null;
  percentilesMicros: Record<PercentileId, number | null>;
  distribution: Cell["distribution"]["kind"];
  buckets: readonly ListedBucket[] | null;
  failedBuckets: readonly ListedBucket[] | null;
}

export function toCellRow(
  { label: { kind, name }, atMillis, second, stepSeconds, pieces }: ExportedCell,
  { absent, gridMicros }: { absent: readonly AbsentFigure[]; gridMicros: number },
): CellRow {
  const cell = mergeAllCells(pieces.map((piece) => fromEncodedCell(piece, gridMicros)));
  const { requests, errors, items } = summarize(cell, {
    durationSeconds: stepSeconds,
    absent: kind === "all" ? absent : absentOfLabel(absent),
  });
  return {
    kind,
    label: name,
    atMillis,
    second,
    stepSeconds,
    requests,
    errors,
    items,
    bytes: cell.bytes,
    sumMicros: cell.sumMicros,
    minMicros: cell.minMicros,
    maxMicros: cell.maxMicros,
    percentilesMicros: {
      p50: quantileMicros(cell, 50),
      p90: quantileMicros(cell, 90),
      p95: quantileMicros(cell, 95),
      p99: quantileMicros(cell, 99),
      "p99.9": quantileMicros(cell, 99.9),
    },
    distribution: cell.distribution.kind,
    buckets: listBuckets(cell),
    failedBuckets: errors === null ? null : listFailedBuckets(cell),
  };
}
