import { zstdDecompressSync } from "node:zlib";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { cellFileAbout } from "@headroom/contract";
import type { CellFileAbout } from "@headroom/contract";

interface ReadBucket {
  low_micros: bigint;
  high_micros: bigint | null;
  count: bigint;
}

/** As a reader of Parquet sees a row of a file of cells. */
export interface ReadCell {
  run_id: string;
  kind: string;
  label: string | null;
  time: Date;
  second: number;
  step_seconds: number;
  requests: bigint | null;
  errors: bigint | null;
  items: bigint | null;
  bytes: bigint;
  latency_sum_micros: number | null;
  latency_min_micros: bigint | null;
  latency_max_micros: bigint | null;
  cell_p99_micros: number | null;
  distribution: string;
  buckets: ReadBucket[] | null;
  failed_buckets: ReadBucket[] | null;
}

export interface ReadCellFile {
  about: CellFileAbout;
  rowGroups: number;
  cells: ReadCell[];
}

export async function readParquet(bytes: Uint8Array): Promise<ReadCellFile> {
  const file = new Uint8Array(bytes).buffer;
  const { key_value_metadata: metadata = [], row_groups: groups } = parquetMetadata(file);
  const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) };
  const rows = (await parquetReadObjects({ file, compressors })) as unknown as ReadCell[];
  // This reader leaves out lists that are null.
  const cells = rows.map((row) => ({
    ...row,
    buckets: row.buckets ?? null,
    failed_buckets: row.failed_buckets ?? null,
  }));
  const about = JSON.parse(metadata.find(({ key }) => key === "headroom")?.value ?? "null") as unknown;
  return { about: cellFileAbout.parse(about), rowGroups: groups.length, cells };
}

/** The range that holds the nearest-rank percentile of many cells, from their buckets added up. */
export function mergedRange(cells: readonly ReadCell[], share: number): [low: number, high: number] {
  const counts = new Map<number, { high: number; count: number }>();
  for (const { low_micros, high_micros, count } of cells.flatMap(({ buckets }) => buckets ?? [])) {
    const before = counts.get(Number(low_micros))?.count ?? 0;
    counts.set(Number(low_micros), { high: Number(high_micros ?? NaN), count: before + Number(count) });
  }
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, { count }]) => sum + count, 0);
  let seen = 0;
  for (const [low, { high, count }] of sorted) {
    seen += count;
    if (seen >= Math.ceil(share * total)) return [low, high];
  }
  throw new Error("there are no buckets");
}
