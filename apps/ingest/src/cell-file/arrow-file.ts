import { Field, makeData, RecordBatch, Schema, Struct } from "apache-arrow";
import type { CellFileAbout } from "@headroom/contract";
import { ARROW_TYPES, arrowDataOf } from "./arrow-data.ts";
import { ArrowWriter } from "./arrow-writer.ts";
import type { CellFile } from "./cell-file.ts";
import type { CellRow } from "./cell-row.ts";
import { columnsOf } from "./columns.ts";
import type { Column } from "./columns.ts";
import { RowGroup } from "./row-group.ts";

/**
 * Arrow's file format rather than its stream format: without its last bytes a reader refuses it, while a stream that broke off between two
 * record batches looks complete.
 */
export class ArrowFile implements CellFile {
  readonly #columns: readonly Column[];
  readonly #schema: Schema;
  readonly #out = new ArrowWriter();
  readonly #group: RowGroup;

  constructor(about: CellFileAbout, group = new RowGroup()) {
    this.#group = group;
    this.#columns = columnsOf(about.run.id);
    const fields = this.#columns.map(
      ({ name, type, nullable }) => new Field(name, ARROW_TYPES[type], nullable),
    );
    this.#schema = new Schema(fields, new Map([["headroom", JSON.stringify(about)]]));
    this.#out.begin(this.#schema);
  }

  write(row: CellRow): void {
    this.#group.add(row);
    if (this.#group.isFull) this.#endGroup();
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#out.take();
  }

  end(): void {
    if (!this.#group.isEmpty) this.#endGroup();
    this.#out.finish();
  }

  #endGroup(): void {
    const rows = this.#group.take();
    const children = this.#columns.map((column) => arrowDataOf(column, rows));
    const type = new Struct(this.#schema.fields);
    const data = makeData({ type, length: rows.length, nullCount: 0, children });
    this.#out.write(new RecordBatch(this.#schema, data));
  }
}
