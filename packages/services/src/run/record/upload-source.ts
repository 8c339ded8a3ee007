import type { AggregationOptions, CellBatch, ReadRun } from "@headroom/core";

/** What the first bytes of a file say about it. */
export interface UploadHead {
  format: string;
  tool: string;
  /** When a sample near the start began; the origin of a run that has none yet. Null: no sample in the first bytes. */
  firstStartMicros: number | null;
  /** Its times count from the start of the run, which the file does not say. */
  relative: boolean;
  /** What the uploader said about the file's columns, as the experiment is to keep it. Null: nothing. */
  mapping: object | null;
}

/** Where the cells of a file go. */
export interface CellIntake {
  options: AggregationOptions;
  /** Where times that count from the start of the run begin. */
  startMicros: number;
  write: (batch: CellBatch) => Promise<void>;
}

/** A file on its way in. Services take cells and never see bytes. */
export interface UploadSource {
  /** Reads as far as it takes to know the format. `mapping` is what the experiment knows of its files' columns. */
  open(known: { mapping: unknown }): Promise<UploadHead>;
  /** Reads the rest into cells, wherever that is done, and is held back while they are written. */
  read(intake: CellIntake): Promise<ReadRun>;
  /** Reads whatever is left and answers the SHA-256 of all decoded bytes. */
  digest(): Promise<Uint8Array>;
  /** Bytes received and not yet decoded. */
  bytesIn(): number;
}
