import type { TRPCError } from "@trpc/server";
import { isHeadroomError } from "@headroom/core";

/** How soon a page should ask again while the database is away. */
const AWAY_SECONDS = 2;

/** The header that says when a retry can succeed; of several calls, the one that takes longest. */
export function retryAfter(errors: readonly TRPCError[]): { "retry-after"?: string } {
  const seconds = errors.map(secondsOf).filter((one) => one !== null);
  return seconds.length === 0 ? {} : { "retry-after": String(Math.max(...seconds)) };
}

function secondsOf({ code, cause }: TRPCError): number | null {
  if (code === "SERVICE_UNAVAILABLE") return AWAY_SECONDS;
  return isHeadroomError(cause) ? cause.retryAfterSeconds : null;
}
