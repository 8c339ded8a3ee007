import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { headerOf } from "../plugins/header-of.ts";

const MAX_LENGTH = 200;

/** Where a request's metrics go: to a live run, to a service, or, without either, to the services that their tags name. */
export interface WireTarget {
  run: string | null;
  service: string | null;
}

/**
 * `databases`: parameters that some clients can't leave out. They name a service, or a live run as in `run:<id>`;
 * `named`: whether they count, because a token for one service needs no name.
 */
export function wireTarget(
  request: FastifyRequest,
  { databases = [], named = true }: { databases?: readonly string[]; named?: boolean } = {},
): WireTarget {
  const query = request.query as Record<string, unknown>;
  const database = databaseOf(databases.map((name) => query[name]));
  const run = first([headerOf(request, "headroom-run"), query["run"]]) ?? database.run;
  const service = first([headerOf(request, "headroom-service"), query["service"]]);
  if (run === null) return { run, service: service ?? (named ? database.service : null) };
  if (service === null) return { run, service };
  throw new HeadroomError("parameter-unreadable", "The request names both a run and a service.", {
    field: "run",
    hint: "Send metrics to either one. A run belongs to the service that it was opened for.",
  });
}

/** A bucket of 1.x has its retention policy behind a slash. */
function databaseOf(given: readonly unknown[]): WireTarget {
  const name = first(given)?.split("/", 1)[0] ?? null;
  return name?.startsWith(RUN)
    ? { run: name.slice(RUN.length), service: null }
    : { run: null, service: name };
}

const RUN = "run:";

function first(given: readonly unknown[]): string | null {
  const found = given.find((one) => typeof one === "string" && one.trim() !== "");
  if (typeof found !== "string") return null;
  if (found.length <= MAX_LENGTH) return found.trim();
  throw new HeadroomError("parameter-unreadable", `The name is longer than ${MAX_LENGTH} characters.`, {
    field: "service",
  });
}
