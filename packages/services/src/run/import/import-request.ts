import type { ImportParameters } from "@headroom/contract";
import type { AuditEntry } from "../../audit.ts";
import type { Context } from "../../context.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
import type { UploadSource } from "../record/upload-source.ts";
import type { KeptFileKeeper } from "./keep-file.ts";
import type { Reparsed } from "./reparse-take-over.ts";
import type { Uploads } from "./uploads.ts";

export interface ImportInput {
  /** As received: a name with one value or several. */
  parameters: unknown;
  idempotencyKey: string | null;
  source: UploadSource;
  /** Absent: this process saves no files. */
  keptFile?: KeptFileKeeper;
  limits: ImportLimits;
  /** What the audit log says instead of that something was uploaded. */
  audited?: Required<Pick<AuditEntry, "action" | "detail">>;
  /** The public base URL of run pages. */
  webUrl: string;
}

/** An import whose parameters and targets have been read. */
export interface ImportRequest {
  ctx: Context;
  uploads: Uploads;
  input: ImportInput;
  parameters: ImportParameters;
  targets: string[];
  key: string | null;
  /** Absent: a file that is being uploaded. */
  reparsed?: Reparsed;
}
