import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";
import { answerProblem } from "../problem.ts";

export interface KnownRoute {
  method: string;
  url: string;
}

/**
 * Answers 404 for unknown paths, and 405 with `Allow` if only other methods exist. Returns the list of the app's
 * routes, which fills up as they are registered.
 */
export function answerNotFound(app: FastifyInstance): readonly KnownRoute[] {
  const routes: KnownRoute[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? request.url;
    const allowed = routes.filter(({ url }) => patternOf(url).test(path)).map(({ method }) => method);
    if (allowed.length === 0) return answerProblem(nothingThere(request.method, path), request, reply);
    const allow = [...new Set(allowed)].toSorted().join(", ");
    return answerProblem(notAllowed(request.method, allow), request, reply.header("Allow", allow));
  });
  return routes;
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
