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
