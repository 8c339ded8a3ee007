import type { ErrorCode } from "@headroom/core";

interface ProblemKind {
  status: number;
  title: string;
  /** When it is worth trying again; null: not without a change. */
  retryAfterSeconds: number | null;
}

const kind = (status: number, title: string, retryAfterSeconds: number | null = null): ProblemKind => ({
  status,
  title,
  retryAfterSeconds,
});

/** The one map from the product's error codes to HTTP. A code that is missing here does not compile. */
export const PROBLEM_KINDS: Record<ErrorCode, ProblemKind> = {
  "file-empty": kind(422, "The file is empty"),
  "file-truncated": kind(422, "The file is cut off"),
  "format-unknown": kind(422, "The file's format is not known"),
  "file-unreadable": kind(422, "The file cannot be read"),
  "document-too-large": kind(413, "The file is too large for its format"),
  "too-many-bad-lines": kind(422, "Too many lines cannot be read"),
  "time-out-of-range": kind(422, "A time lies out of range"),
  "run-too-long": kind(422, "The run is too long"),
  "run-too-large": kind(422, "The run is too large"),
  "batch-unreadable": kind(400, "The batch cannot be read"),
  "batch-too-large": kind(413, "The batch is too large"),
  "cell-inconsistent": kind(422, "A cell contradicts itself"),
  "too-many-writers": kind(422, "The run has too many writers"),
  "body-too-large": kind(413, "The body is too large"),
  "decompressed-too-large": kind(413, "The decoded body is too large"),
  "compression-ratio": kind(413, "The body is compressed too well to be true"),
  "headers-too-large": kind(431, "The address and headers are too large"),
  "encoding-unsupported": kind(415, "The content encoding is not supported"),
  "encoding-broken": kind(400, "The compressed body cannot be read"),
  "target-unreadable": kind(400, "The target cannot be read"),
  "parameter-missing": kind(400, "A parameter is missing"),
  "parameter-unreadable": kind(400, "A parameter cannot be read"),
  unauthenticated: kind(401, "No valid token"),
  "token-expired": kind(401, "The token has expired"),
  "token-revoked": kind(401, "The token was revoked"),
  "credentials-wrong": kind(401, "The email or the password is wrong"),
  "too-many-attempts": kind(429, "That was tried too often", 60),
  "scope-missing": kind(403, "The token may not do this"),
  "not-found": kind(404, "Not found"),
  "method-not-allowed": kind(405, "The method is not allowed here"),
  conflict: kind(409, "Something else came first"),
  "in-progress": kind(409, "The same request is still being worked on", 2),
  "key-reused": kind(409, "The idempotency key belongs to another request"),
  "raw-file-missing": kind(409, "The uploaded file was not kept"),
  "too-many-runs-in-flight": kind(429, "Too many uploads at once", 5),
  unavailable: kind(503, "The database cannot be reached", 5),
  "not-ready": kind(503, "The server is not ready", 5),
  "stored-version-unknown": kind(500, "Stored data is of a newer version"),
  "stored-bytes-broken": kind(500, "Stored data cannot be read"),
  internal: kind(500, "Something went wrong on our side"),
};
