/** Every way in which Headroom refuses something. Each transport maps the whole list, so no new code can be forgotten. */
export const ERROR_CODES = [
  "file-empty",
  "file-truncated",
  "upload-too-slow",
  "upload-too-long",
  "format-unknown",
  "file-unreadable",
  "document-too-large",
  "too-many-bad-lines",
  "time-out-of-range",
  "run-too-long",
  "run-too-large",
  "batch-unreadable",
  "batch-too-large",
  "points-refused",
  "cell-inconsistent",
  "too-many-writers",
  "too-many-events",
  "event-not-comparable",
  "body-too-large",
  "decompressed-too-large",
  "compression-ratio",
  "headers-too-large",
  "encoding-unsupported",
  "encoding-broken",
  "target-unreadable",
  "parameter-missing",
  "parameter-unreadable",
  "parameter-unused",
  "zone-unknown",
  "unauthenticated",
  "token-expired",
  "token-revoked",
  "token-replaced",
  "credentials-wrong",
  "issuer-unavailable",
  "too-many-attempts",
  "scope-missing",
  "not-found",
  "method-not-allowed",
  "conflict",
  "in-progress",
  "key-reused",
  "raw-file-missing",
  "rate-limited",
  "too-many-runs-in-flight",
  "live-log-full",
  "storage-full",
  "workspace-full",
  "quota-exceeded",
  "unavailable",
  "not-ready",
  "stored-version-unknown",
  "stored-bytes-broken",
  "internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Where the input is wrong, and what to do about it. */
export interface ProblemDetail {
  hint?: string;
  field?: string;
  /** What is wrong with the field, for people who see the field: a sentence that doesn't name it. */
  fieldMessage?: string;
  line?: number;
  byte?: number;
  /** The file formats that come closest to a file that none recognizes. */
  formats?: readonly { format: string; reason: string }[];
  /** When a retry can succeed, if it is known more precisely than from the code. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error of the product: a stable code, what was wrong, where, and what to do. */
export class HeadroomError extends Error {
  override readonly name = "HeadroomError";
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly field: string | null;
  readonly fieldMessage: string | null;
  readonly line: number | null;
  readonly byte: number | null;
  readonly formats: readonly { format: string; reason: string }[];
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, message: string, detail: ProblemDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint ?? null;
    this.field = detail.field ?? null;
    this.fieldMessage = detail.fieldMessage ?? null;
    this.line = detail.line ?? null;
    this.byte = detail.byte ?? null;
    this.formats = detail.formats ?? [];
    this.retryAfterSeconds = detail.retryAfterSeconds ?? null;
  }
}

/** The same problem, and which of several files it is about. Anything unexpected stays as it is. */
export function aboutFile(name: string, error: unknown): unknown {
  if (!isHeadroomError(error)) return error;
  const { code, message, ...detail } = error;
  const said = Object.entries(detail).filter(([, value]) => value !== null);
  return new HeadroomError(code, `${name}: ${message}`, { ...Object.fromEntries(said), cause: error });
}

/** The database can't do this now. Nothing is wrong with the input, so it can be tried again later. */
export function isPostponed(error: unknown): error is HeadroomError {
  return isHeadroomError(error, "unavailable") || isHeadroomError(error, "storage-full");
}

/** Distinguishes our own errors, or one code, from unexpected ones. */
export function isHeadroomError(error: unknown, code?: ErrorCode): error is HeadroomError {
  return error instanceof HeadroomError && (code === undefined || error.code === code);
}
