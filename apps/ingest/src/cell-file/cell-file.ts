import type { CellRow } from "./cell-row.ts";

/** A file of cells in one format, written row by row. */
export interface CellFile {
  write: (row: CellRow) => void;
  /** The bytes that are complete and haven't been taken yet. */
  take: () => Uint8Array<ArrayBuffer>;
  /** Completes the file: its last bytes can be taken then. */
  end: () => void;
}
