import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { answerProblem } from "../problem.ts";

export interface KnownRoute {
  method: string;
  url: string;
}

/** Answers 404 for unknown paths. Returns the list of the app's routes, which fills up as they are registered. */
export function answerNotFound(app: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  app.setNotFoundHandler((request, reply) =>
    answerProblem(nothingThere(request.method, pathOf(request)), request, reply),
  );
  return routes;
}

/** Answers 405 with `Allow` where only other methods exist, before anything else of the request can be wrong. */
export function refuseMethods(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  app.addHook("onRequest", async (request, reply) => {
    const path = pathOf(request);
    const isElsewhere = request.is404 || routes.some(({ url }) => url === path && isTakenFor(request, path));
    if (!isElsewhere) return;
    const allow = methodsOf(routes, path).toSorted().join(", ");
    if (allow === "") return;
    reply.header("Allow", allow);
    throw notAllowed(request.method, allow);
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0] ?? url;

/** `PUT /v1/slos/openslo` would be the change of an SLO with that ID. */
function isTakenFor({ routeOptions }: FastifyRequest, path: string): boolean {
  return routeOptions.url?.includes("/:") === true && routeOptions.url !== path;
}

/** Of a path that is exactly a route's, only that route's: no ID is called like it. */
function methodsOf(routes: readonly KnownRoute[], path: string): string[] {
  const own = routes.filter(({ url }) => url === path);
  const found = own.length > 0 ? own : routes.filter(({ url }) => patternOf(url).test(path));
  return [...new Set(found.map(({ method }) => method))];
}

function patternOf(url: string): RegExp {
  const parts = url
    .split("/")
    .map((part) => (part.startsWith(":") ? "[^/]+" : part.replaceAll(/[^\w-]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join("/")}$`);
}

function nothingThere(method: string, path: string): HeadroomError {
  return new HeadroomError("not-found", `${method} ${path.slice(0, 200)} does not exist.`, {
    hint: HINTS.find(({ pattern }) => pattern.test(path))?.hint ?? "docs/http-api.md lists all endpoints.",
  });
}

const HINTS = [
  {
    pattern: /\/v1\/.*\/v1\//,
    hint: "The path contains /v1/ twice. HEADROOM_URL is the address of the service, without /v1/runs.",
  },
  {
    pattern: /\/cells\.arrow$/,
    hint: "Cells can be downloaded as Parquet: use cells.parquet. DuckDB, pandas, Polars and Arrow read it.",
  },
];

function notAllowed(method: string, allow: string): HeadroomError {
  return new HeadroomError("method-not-allowed", `${method} is not allowed here.`, {
    hint: `Allowed: ${allow}.`,
  });
}
