import { HeadroomError } from "@headroom/core";

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

// Prisma's codes: unreachable, timed out, closed, no connection from the pool, too many, could not start.
const PRISMA_CODES = new Set(["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"]);

const ADAPTER_KINDS = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);

// Deadlocks and serialization failures; the last one is Prisma's code for both.
const DEADLOCK_CODES = new Set(["40P01", "40001", "P2034"]);

const DISK_FULL_CODE = "53100";
const LOCK_TIMEOUT_CODE = "55P03";
const NULL_CHARACTER_CODE = "22021";

// The driver gives these no code.
const DRIVER_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error",
  "Cannot use a pool after calling end",
  "Client was closed and is not queryable",
];

/**
 * Throws `unavailable` if the database can't be reached, `storage-full` if its disk is full, `parameter-unreadable` for text
 * that it can't hold, and any other error as it is.
 */
export function unavailableOr(error: unknown): never {
  if (!(error instanceof HeadroomError) && hasCode(error, (code) => code === NULL_CHARACTER_CODE)) {
    throw new HeadroomError("parameter-unreadable", "Text can't contain null characters.", { cause: error });
  }
  if (!(error instanceof HeadroomError) && causesOf(error).some(isOutOfSpace)) {
    throw new HeadroomError("storage-full", "The database has no disk space left.", {
      hint: "The people who run this server have to free disk space.",
      cause: error,
    });
  }
  const reason = error instanceof HeadroomError ? null : unavailableReason(error);
  if (reason === null) throw error;
  throw new HeadroomError("unavailable", reason, {
    hint: "Try again in a few seconds.",
    cause: error,
  });
}

/** Why the database can't serve right now, or null for any other error. */
export function unavailableReason(error: unknown): string | null {
  for (const found of causesOf(error)) {
    const reason = reasonOf(found);
    if (reason !== null) return reason;
  }
  return null;
}

const ATTEMPTS = 3;

/** Retries a transaction that the database aborted in favour of another one. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return hasCode(error, (code) => DEADLOCK_CODES.has(code));
}

/** Whether a statement gave up because another transaction held a lock for longer than its limit. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, (code) => code === LOCK_TIMEOUT_CODE);
}

function hasCode(error: unknown, accept: (code: string) => boolean): boolean {
  return causesOf(error).some(({ code, originalCode }) =>
    [code, originalCode].some((one) => typeof one === "string" && accept(one)),
  );
}

interface ErrorLike {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

// Prisma wraps the driver's error in its adapter's, and that in its own.
function causesOf(error: unknown): ErrorLike[] {
  const found: ErrorLike[] = [];
  let rest: unknown[] = [error];
  while (rest.length > 0 && found.length < 10) {
    const [head, ...tail] = rest;
    rest = tail;
    if (typeof head !== "object" || head === null) continue;
    const like: ErrorLike = head;
    found.push(like);
    rest.push(like.cause, like.meta?.driverAdapterError);
  }
  return found;
}

function isOutOfSpace({ code, originalCode }: ErrorLike): boolean {
  return [code, originalCode].includes(DISK_FULL_CODE);
}

function reasonOf(error: ErrorLike): string | null {
  for (const code of [error.originalCode, error.code]) {
    const reason = typeof code === "string" ? reasonOfCode(code) : null;
    if (reason !== null) return reason;
  }
  if (typeof error.kind === "string" && ADAPTER_KINDS.has(error.kind)) return UNREACHABLE;
  const message = error.message;
  return typeof message === "string" && DRIVER_MESSAGES.some((known) => message.includes(known))
    ? UNREACHABLE
    : null;
}

const UNREACHABLE = "The database cannot be reached.";

function reasonOfCode(code: string): string | null {
  if (SOCKET_CODES.has(code) || PRISMA_CODES.has(code) || /^08...$/.test(code)) return UNREACHABLE;
  if (/^57P0[1235]$/.test(code)) return "The database is starting up or shutting down.";
  if (/^53...$/.test(code) && code !== DISK_FULL_CODE) return "The database has too many connections.";
  // Another transaction holds a lock for longer than a request should wait.
  if (code === LOCK_TIMEOUT_CODE || DEADLOCK_CODES.has(code))
    return "The database is busy with another change to the same run.";
  if (code === "25006") return "The database is read-only at the moment.";
  return null;
}
