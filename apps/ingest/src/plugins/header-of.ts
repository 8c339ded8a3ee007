import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";

/** A header that may appear once. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  if (Array.isArray(value))
    throw new HeadroomError("parameter-unreadable", `${name} was sent more than once.`, { field: name });
  return value ?? null;
}
