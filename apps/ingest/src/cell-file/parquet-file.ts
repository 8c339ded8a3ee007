import { zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { SchemaElement } from "hyparquet-writer";
import type { CellFileAbout } from "@headroom/contract";
import type { ListedBucket } from "@headroom/core";
import type { CellRow } from "./cell-row.ts";
import { columnsOf } from "./columns.ts";
import type { Column, ColumnType } from "./columns.ts";
import { RowGroup } from "./row-group.ts";

/** Pages of lists that end inside a row can't be read by others, so a row group has one page of each column. */
const ONE_PAGE = Number.MAX_SAFE_INTEGER;

/** A Parquet file of cells, written row by row. */
export class ParquetFile {
  readonly #out = new ByteWriter(1 << 20);
  readonly #columns: readonly Column[];
  readonly #parquet: ParquetWriter;
  readonly #group: RowGroup;

  constructor(about: CellFileAbout, group = new RowGroup()) {
    this.#group = group;
    this.#columns = columnsOf(about.run.id);
    this.#parquet = new ParquetWriter({
      writer: this.#out,
      schema: [
        { name: "cells", num_children: this.#columns.length },
        ...this.#columns.flatMap(({ name, type, nullable }) => SCHEMA[type](name, repetitionOf(nullable))),
      ],
      codec: "ZSTD",
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      kvMetadata: [{ key: "headroom", value: JSON.stringify(about) }],
    });
  }

  write(row: CellRow): void {
    this.#group.add(row);
    if (this.#group.isFull) this.#endGroup();
  }

  /** The bytes that are complete and haven't been taken yet. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#out.getBytes().slice();
    this.#out.index = 0;
    return bytes;
  }

  /** Completes the file: its last bytes can be taken then. */
  end(): void {
    if (!this.#group.isEmpty) this.#endGroup();
    void this.#parquet.finish();
  }

  #endGroup(): void {
    const rows = this.#group.take();
    // It writes to memory, so nothing has to be waited for.
    void this.#parquet.write({
      columnData: this.#columns.map((column) => ({ name: column.name, data: valuesOf(column, rows) })),
      rowGroupSize: rows.length,
      pageSize: ONE_PAGE,
    });
  }
}

type Repetition = "REQUIRED" | "OPTIONAL";

function repetitionOf(nullable: boolean): Repetition {
  return nullable ? "OPTIONAL" : "REQUIRED";
}

const SCHEMA: Record<ColumnType, (name: string, repetition: Repetition) => SchemaElement[]> = {
  text: (name, repetition_type) => [
    {
      name,
      repetition_type,
      type: "BYTE_ARRAY",
      converted_type: "UTF8",
      logical_type: { type: "STRING" },
    },
  ],
  int32: (name, repetition_type) => [{ name, repetition_type, type: "INT32" }],
  int64: (name, repetition_type) => [{ name, repetition_type, type: "INT64" }],
  double: (name, repetition_type) => [{ name, repetition_type, type: "DOUBLE" }],
  instant: (name, repetition_type) => [
    {
      name,
      repetition_type,
      type: "INT64",
      converted_type: "TIMESTAMP_MILLIS",
      logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
    },
  ],
  buckets: (name, repetition_type) => [
    { name, repetition_type, converted_type: "LIST", logical_type: { type: "LIST" }, num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", repetition_type: "REQUIRED", num_children: 3 },
    { name: "low_micros", repetition_type: "REQUIRED", type: "INT64" },
    { name: "high_micros", repetition_type: "OPTIONAL", type: "INT64" },
    { name: "count", repetition_type: "REQUIRED", type: "INT64" },
  ],
};

function valuesOf(column: Column, rows: readonly CellRow[]): unknown[] {
  switch (column.type) {
    case "int64":
      return rows.map((row) => bigintOf(column.value(row)));
    case "instant":
      return rows.map((row) => new Date(column.value(row) ?? Number.NaN));
    case "buckets":
      return rows.map((row) => column.value(row)?.map(bucketOf) ?? null);
    case "text":
    case "int32":
    case "double":
      return rows.map((row) => column.value(row));
  }
}

function bucketOf({ lowMicros, highMicros, count }: ListedBucket) {
  return { low_micros: bigintOf(lowMicros), high_micros: bigintOf(highMicros), count: bigintOf(count) };
}

/** The bounds of buckets, and most counts, repeat. */
const known = new Map<number, bigint>();
const MOST_KNOWN = 10_000;

function bigintOf(value: number | null): bigint | null {
  if (value === null) return null;
  const before = known.get(value);
  if (before !== undefined) return before;
  const made = BigInt(Math.round(value));
  if (known.size < MOST_KNOWN) known.set(value, made);
  return made;
}
