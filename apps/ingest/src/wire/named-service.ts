import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { headerOf } from "../plugins/header-of.ts";

const MAX_LENGTH = 200;

/** The service that a request names: in its header, or in one of these parameters. Null: in none. */
export function namedService(request: FastifyRequest, parameters: readonly string[]): string | null {
  const query = request.query as Record<string, unknown>;
  const given = [headerOf(request, "headroom-service"), ...parameters.map((name) => query[name])];
  const named = given.find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof named !== "string") return null;
  if (named.length <= MAX_LENGTH) return named.trim();
  throw new HeadroomError(
    "parameter-unreadable",
    `The service's name is longer than ${MAX_LENGTH} characters.`,
    {
      field: "service",
    },
  );
}
