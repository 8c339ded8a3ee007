import type { ImportRequest } from "./import-request.ts";
import type { KeptFileRecord } from "./keep-file.ts";
import type { OpenUpload } from "./open-upload.ts";
import type { WrittenSamples } from "./write-samples.ts";

/** The file that a part was read from. */
interface KeptPartFile {
  digest: Uint8Array;
  /** Null: it isn't saved. */
  keptFile: KeptFileRecord | null;
}

/** An upload whose samples have all been written. */
export interface FinishedUpload {
  request: ImportRequest;
  upload: OpenUpload;
  written: WrittenSamples;
  file: KeptPartFile;
}
