export type LocalDatabaseCode =
  | "port-busy"
  | "disk-full"
  | "mirror-unreachable"
  | "no-engine"
  | "engine-broken"
  | "not-allowed"
  | "foreign-owner"
  | "other-version"
  | "start-failed"
  | "stop-failed"
  | "locked"
  | "docker-failed"
  | "usage";

/** Every failure of this package: what happened in `message`, what to do about it in `hint`. */
export class LocalDatabaseError extends Error {
  readonly code: LocalDatabaseCode;
  readonly hint: string;

  constructor(code: LocalDatabaseCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "LocalDatabaseError";
    this.code = code;
    this.hint = hint;
  }
}

export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Explains an operating system failure and what to do; returns any other error as it is. */
export function inPlainWords(error: unknown, doing: string): unknown {
  if (!(error instanceof Error) || error instanceof LocalDatabaseError) return error;
  if (isSystemError(error, "ENOSPC") || isSystemError(error, "EDQUOT")) return diskFull(doing, error);
  if (["EACCES", "EPERM", "EROFS"].some((code) => isSystemError(error, code))) {
    return new LocalDatabaseError(
      "not-allowed",
      `${doing}: ${error.message}`,
      "start as the user who owns the files, or set XDG_CACHE_HOME to another cache folder",
      error,
    );
  }
  return error;
}

export function diskFull(doing: string, cause?: unknown): LocalDatabaseError {
  const hint = "free up about 600 MB or set XDG_CACHE_HOME to a folder on another disk, then start again";
  return new LocalDatabaseError("disk-full", `${doing}: the disk is full`, hint, cause);
}
