import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { influxSlices, isInfluxPrecision } from "@headroom/formats";
import type { KnownLines } from "@headroom/formats";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";
import { acceptTraffic, isForOneService } from "../wire/accept-traffic.ts";
import { readWireBody } from "../wire/read-wire-body.ts";
import { wireTarget } from "../wire/wire-target.ts";
import { inPlace, refusePoints } from "../wire/wire-routes.ts";

/** What clients of InfluxDB 1.x and 2.x write, at the paths that they use. */
export function influxRoutes(
  app: FastifyInstance,
  deps: Deps,
  { places, known }: { places: Turnstile; known: KnownLines },
): void {
  for (const path of ["POST /write", "POST /api/v2/write"] as const) {
    serve(app, path, async (request) => {
      await inPlace(places, request, () => write(request, deps, known));
    });
  }
  // Clients of 1.x create their database first. There is nothing to create, and nothing to query.
  for (const path of ["GET /query", "POST /query"] as const) {
    serve(app, path, async (request) => {
      const { q = await queryInForm(request, deps) } = request.query;
      if (typeof q === "string" && /^\s*create\s+database\b/i.test(q))
        return { results: [{ statement_id: 0 }] };
      throw new HeadroomError("parameter-unreadable", "Only CREATE DATABASE is answered here.", {
        field: "q",
        hint: "Read live traffic from GET /v1/services/{service}/traffic.",
      });
    });
  }
}

/** Telegraf sends it as a field of a form. */
async function queryInForm(request: FastifyRequest, deps: Deps): Promise<string | null> {
  if (request.method !== "POST") return null;
  const form = await readWireBody(request, deps.bodyLimits);
  return new URLSearchParams(form.toString()).get("q");
}

/** Clients ask without a token whether somebody is there. */
export function influxPing(app: FastifyInstance): void {
  serve(app, "GET /ping", async (_request, reply) => {
    reply.header("X-Influxdb-Version", "1.8-headroom");
  });
}

async function write(request: FastifyRequest, deps: Deps, known: KnownLines): Promise<void> {
  const ctx = contextOfRequest(request);
  const precision = precisionOf(request);
  // The name of a database rarely matters to those who send to one service only.
  const target = wireTarget(request, { databases: ["db", "bucket"], named: !isForOneService(ctx) });
  const body = await readWireBody(request, deps.bodyLimits);
  const { refused } = await acceptTraffic(ctx, deps, {
    body,
    query: request.url,
    target,
    serviceTags: ["service", "application"],
    decode: (bytes, sink) => influxSlices(bytes, { precision, known }, sink),
  });
  refusePoints(refused);
}

function precisionOf({ query }: FastifyRequest) {
  const { precision = "ns" } = query as { precision?: unknown };
  if (precision === "") return "ns";
  if (typeof precision === "string" && isInfluxPrecision(precision)) return precision;
  throw new HeadroomError("parameter-unreadable", "Unknown precision.", {
    field: "precision",
    hint: "Use ns, us, ms, s, m or h.",
  });
}
