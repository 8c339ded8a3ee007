import type { HeadroomError } from "@headroom/core";

/** Turns a refusal from better-auth into an error of ours. Any other error stays as it is. */
export function refusedBy(error: unknown, refusal: () => HeadroomError): never {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : null;
  if (typeof status === "number" && status >= 400 && status < 500) throw refusal();
  throw error;
}
