import type { ErrorCode } from "@headroom/core";

/** The command's exit codes. Never renumbered: scripts compare them. */
export const EXIT = {
  pass: 0,
  unexpected: 1,
  usage: 2,
  notAllowed: 3,
  notReady: 4,
  missed: 10,
  unsure: 11,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The only map from error codes to exit codes. A missing code doesn't compile. */
export const EXIT_OF_CODE: Record<ErrorCode, ExitCode> = {
  "file-empty": EXIT.usage,
  "file-truncated": EXIT.usage,
  "format-unknown": EXIT.usage,
  "file-unreadable": EXIT.usage,
  "document-too-large": EXIT.usage,
  "too-many-bad-lines": EXIT.usage,
  "time-out-of-range": EXIT.usage,
  "run-too-long": EXIT.usage,
  "run-too-large": EXIT.usage,
  "batch-unreadable": EXIT.unexpected,
  "batch-too-large": EXIT.unexpected,
  "cell-inconsistent": EXIT.unexpected,
  "too-many-writers": EXIT.usage,
  "body-too-large": EXIT.usage,
  "decompressed-too-large": EXIT.usage,
  "compression-ratio": EXIT.usage,
  "headers-too-large": EXIT.usage,
  "encoding-unsupported": EXIT.usage,
  "encoding-broken": EXIT.usage,
  "target-unreadable": EXIT.usage,
  "parameter-missing": EXIT.usage,
  "parameter-unreadable": EXIT.usage,
  "raw-file-missing": EXIT.usage,
  unauthenticated: EXIT.notAllowed,
  "token-expired": EXIT.notAllowed,
  "token-revoked": EXIT.notAllowed,
  "credentials-wrong": EXIT.notAllowed,
  "too-many-attempts": EXIT.notReady,
  "scope-missing": EXIT.notAllowed,
  "not-found": EXIT.notAllowed,
  "method-not-allowed": EXIT.unexpected,
  conflict: EXIT.unexpected,
  "in-progress": EXIT.notReady,
  "key-reused": EXIT.unexpected,
  "too-many-runs-in-flight": EXIT.notReady,
  unavailable: EXIT.notAllowed,
  "not-ready": EXIT.notReady,
  "stored-version-unknown": EXIT.unexpected,
  "stored-bytes-broken": EXIT.unexpected,
  internal: EXIT.unexpected,
};
