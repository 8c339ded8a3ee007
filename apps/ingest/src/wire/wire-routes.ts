import type { FastifyRequest } from "fastify";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { contextOfRequest } from "../plugins/authenticate.ts";
import type { Turnstile } from "../upload/turnstile.ts";

/** Without a place, the client is asked to send it again: most take a 429 for a reason to drop the data. */
export async function inPlace<T>(
  places: Turnstile,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await places.pass(contextOfRequest(request).workspaceId, work);
  } catch (error) {
    if (!isHeadroomError(error, "too-many-runs-in-flight")) throw error;
    throw new HeadroomError("not-ready", error.message, {
      cause: error,
      hint: "Try again in a few seconds.",
    });
  }
}

/** The protocols have no other way to say that the rest was accepted. Nobody sends such a request again. */
export function refusePoints({ count, reasons }: { count: number; reasons: readonly string[] }): void {
  if (count === 0) return;
  throw new HeadroomError(
    "points-refused",
    `${count} values were refused, and the others were accepted. ${reasons.join("; ")}`,
    {
      hint: "docs/wire-protocols.md says what can be used.",
    },
  );
}
