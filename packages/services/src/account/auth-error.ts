import type { HeadroomError } from "@headroom/core";

/** What better-auth refused becomes a word of ours; whatever else went wrong stays what it is. */
export function refusedBy(error: unknown, refusal: () => HeadroomError): never {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : null;
  if (typeof status === "number" && status >= 400 && status < 500) throw refusal();
  throw error;
}
