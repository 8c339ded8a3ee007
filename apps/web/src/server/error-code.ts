import type { TRPC_ERROR_CODE_KEY } from "@trpc/server";
import type { ErrorCode } from "@headroom/core";

/** The tRPC code of every error code. */
const codes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  "file-empty": "BAD_REQUEST",
  "file-truncated": "BAD_REQUEST",
  "upload-too-slow": "TIMEOUT",
  "upload-too-long": "TIMEOUT",
  "format-unknown": "BAD_REQUEST",
  "file-unreadable": "BAD_REQUEST",
  "document-too-large": "PAYLOAD_TOO_LARGE",
  "too-many-bad-lines": "BAD_REQUEST",
  "time-out-of-range": "BAD_REQUEST",
  "run-too-long": "BAD_REQUEST",
  "run-too-large": "BAD_REQUEST",
  "batch-unreadable": "BAD_REQUEST",
  "batch-too-large": "PAYLOAD_TOO_LARGE",
  "cell-inconsistent": "BAD_REQUEST",
  "too-many-writers": "BAD_REQUEST",
  "too-many-events": "BAD_REQUEST",
  "body-too-large": "PAYLOAD_TOO_LARGE",
  "decompressed-too-large": "PAYLOAD_TOO_LARGE",
  "compression-ratio": "PAYLOAD_TOO_LARGE",
  "headers-too-large": "PAYLOAD_TOO_LARGE",
  "encoding-unsupported": "UNSUPPORTED_MEDIA_TYPE",
  "encoding-broken": "BAD_REQUEST",
  "target-unreadable": "BAD_REQUEST",
  "parameter-missing": "BAD_REQUEST",
  "parameter-unreadable": "BAD_REQUEST",
  "parameter-unused": "BAD_REQUEST",
  "zone-unknown": "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  "token-expired": "UNAUTHORIZED",
  "token-revoked": "UNAUTHORIZED",
  // Not UNAUTHORIZED, which means that the session has ended.
  "credentials-wrong": "BAD_REQUEST",
  "too-many-attempts": "TOO_MANY_REQUESTS",
  "scope-missing": "FORBIDDEN",
  "not-found": "NOT_FOUND",
  "method-not-allowed": "METHOD_NOT_SUPPORTED",
  conflict: "CONFLICT",
  "in-progress": "CONFLICT",
  "key-reused": "CONFLICT",
  "raw-file-missing": "CONFLICT",
  "too-many-runs-in-flight": "TOO_MANY_REQUESTS",
  "live-log-full": "SERVICE_UNAVAILABLE",
  "storage-full": "SERVICE_UNAVAILABLE",
  "workspace-full": "FORBIDDEN",
  unavailable: "SERVICE_UNAVAILABLE",
  "not-ready": "SERVICE_UNAVAILABLE",
  "stored-version-unknown": "INTERNAL_SERVER_ERROR",
  "stored-bytes-broken": "INTERNAL_SERVER_ERROR",
  internal: "INTERNAL_SERVER_ERROR",
};

export function trpcCodeOf(code: ErrorCode): TRPC_ERROR_CODE_KEY {
  return codes[code];
}
