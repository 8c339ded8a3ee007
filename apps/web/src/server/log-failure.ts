import { inspect } from "node:util";
import type { TRPCError } from "@trpc/server";

export interface Failure {
  error: TRPCError;
  path: string | undefined;
  requestId: string;
}

/** Logs an internal error in full, on one line, with the request id that the client was given. */
export function logFailure(
  { error, path, requestId }: Failure,
  write: (line: string) => unknown = (line) => process.stderr.write(line),
): void {
  if (error.code !== "INTERNAL_SERVER_ERROR") return;
  const time = new Date().toISOString();
  const line = { level: "error", time, requestId, procedure: path, error: inspect(error.cause ?? error) };
  write(`${JSON.stringify(line)}\n`);
}
