import type { HeadroomError } from "@headroom/core";

/** Turns a refusal from better-auth into an error of ours. Any other error stays as it is. */
export function refusedBy(error: unknown, refusal: () => HeadroomError): never {
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : null;
  if (typeof status === "number" && status >= 400 && status < 500) throw refusal();
  throw error;
}

/** Whether better-auth failed to insert a person, as it does if someone else has just taken the address. */
export function wasNotCreated(error: unknown): boolean {
  if (!(error instanceof Error) || !("body" in error)) return false;
  const { body } = error;
  return typeof body === "object" && body !== null && "code" in body && body.code === "FAILED_TO_CREATE_USER";
}
