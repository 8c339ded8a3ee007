/** What reading a tool's file can end in. */
export const FILE_PROBLEMS = [
  "file-empty",
  "file-truncated",
  "file-unreadable",
  "format-unknown",
  "document-too-large",
  "too-many-bad-lines",
  "time-out-of-range",
  "parameter-unused",
  "zone-unknown",
  "too-many-runs-in-flight",
] as const;

/** What storing a run can end in. */
export const RUN_PROBLEMS = ["run-too-long", "run-too-large", "target-unreadable"] as const;

/** What an `Idempotency-Key` can end in. */
export const KEY_PROBLEMS = ["in-progress", "key-reused"] as const;
