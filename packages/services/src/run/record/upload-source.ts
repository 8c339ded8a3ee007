import type { AggregationOptions, CellBatch, ErrorsBy, ReadRun } from "@headroom/core";

/** What the first bytes of a file reveal about it. */
export interface UploadHead {
  format: string;
  tool: string;
  /** When a sample near the start began: the origin of a run that has none yet. Null: no sample in the first bytes. */
  firstStartMicros: number | null;
  /** Its times count from the start of the run, which the file doesn't give. */
  relative: boolean;
  /** What the uploader said about the file's columns, to be saved with the experiment. Null: nothing. */
  mapping: object | null;
}

/** Where the cells of a file go. */
export interface CellIntake {
  options: AggregationOptions;
  /** The start of the run, for times that count from it. */
  startMicros: number;
  /** What decides whether a request failed. */
  errorsBy: ErrorsBy;
  write: (batch: CellBatch) => Promise<void>;
}

/** A file on its way in. Services receive cells and never see bytes. */
export interface UploadSource {
  /** Reads far enough to know the format. `mapping` is the experiment's saved column mapping. */
  open(known: { mapping: unknown }): Promise<UploadHead>;
  /** Reads the rest into cells, wherever that happens, and waits while they are written. */
  read(intake: CellIntake): Promise<ReadRun>;
  /** Reads what is left and returns the SHA-256 of all decoded bytes. */
  digest(): Promise<Uint8Array>;
  /** Bytes received, before decoding. */
  bytesIn(): number;
}
