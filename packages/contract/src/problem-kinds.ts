import type { ErrorCode } from "@headroom/core";

export interface ProblemKind {
  status: number;
  title: string;
  /** When a retry makes sense; null: not without a change. */
  retryAfterSeconds: number | null;
}

const kind = (status: number, title: string, retryAfterSeconds: number | null = null): ProblemKind => ({
  status,
  title,
  retryAfterSeconds,
});

/** The only map from error codes to HTTP. A missing code doesn't compile. */
export const PROBLEM_KINDS: Record<ErrorCode, ProblemKind> = {
  "file-empty": kind(422, "The file is empty"),
  "file-truncated": kind(422, "The file is incomplete"),
  "upload-too-slow": kind(408, "The upload is too slow"),
  "upload-too-long": kind(408, "The upload took too long"),
  "format-unknown": kind(422, "Unknown file format"),
  "file-unreadable": kind(422, "The file cannot be read"),
  "document-too-large": kind(413, "The file is too large for its format"),
  "too-many-bad-lines": kind(422, "Too many unreadable lines"),
  "time-out-of-range": kind(422, "A time is out of range"),
  "run-too-long": kind(422, "The run is too long"),
  "run-too-large": kind(422, "The run is too large"),
  "batch-unreadable": kind(400, "The batch is invalid"),
  "batch-too-large": kind(413, "The batch is too large"),
  "points-refused": kind(400, "Some values were refused"),
  "cell-inconsistent": kind(422, "A cell contradicts itself"),
  "too-many-writers": kind(422, "The run has too many writers"),
  "too-many-events": kind(422, "The run has too many events"),
  "event-not-comparable": kind(409, "The event can't be compared"),
  "body-too-large": kind(413, "The body is too large"),
  "decompressed-too-large": kind(413, "The decoded body is too large"),
  "compression-ratio": kind(413, "The compression ratio is too high"),
  "headers-too-large": kind(431, "The URL and headers are too large"),
  "encoding-unsupported": kind(415, "The content encoding is not supported"),
  "encoding-broken": kind(400, "The compressed body cannot be read"),
  "target-unreadable": kind(400, "The target is invalid"),
  "parameter-missing": kind(400, "A parameter is missing"),
  "parameter-unreadable": kind(400, "A parameter is invalid"),
  "parameter-unused": kind(400, "A parameter doesn't apply to the file"),
  "zone-unknown": kind(400, "Unknown time zone"),
  unauthenticated: kind(401, "No valid token"),
  "token-expired": kind(401, "The token has expired"),
  "token-revoked": kind(401, "The token was revoked"),
  "token-replaced": kind(401, "The token's secret was replaced"),
  "credentials-wrong": kind(401, "Wrong email or password"),
  "issuer-unavailable": kind(503, "The CI system cannot be reached", 10),
  "too-many-attempts": kind(429, "Too many attempts", 60),
  "scope-missing": kind(403, "Not allowed"),
  "not-found": kind(404, "Not found"),
  "method-not-allowed": kind(405, "Method not allowed"),
  conflict: kind(409, "The request conflicts with an earlier change"),
  "in-progress": kind(409, "Still in progress", 2),
  "key-reused": kind(409, "The idempotency key was used for another request"),
  "raw-file-missing": kind(409, "The uploaded file was not kept"),
  "rate-limited": kind(429, "Too many requests", 1),
  "too-many-runs-in-flight": kind(429, "Too many uploads at once", 5),
  "live-log-full": kind(503, "The live log is full", 5),
  "storage-full": kind(507, "No room for more data", 60),
  "workspace-full": kind(507, "The workspace is full"),
  "quota-exceeded": kind(429, "The workspace's quota is used up"),
  unavailable: kind(503, "The database is not available", 5),
  "not-ready": kind(503, "The server is not ready", 5),
  "stored-version-unknown": kind(500, "Stored data is from a newer version"),
  "stored-bytes-broken": kind(500, "Stored data cannot be read"),
  internal: kind(500, "Something went wrong on our side"),
};
