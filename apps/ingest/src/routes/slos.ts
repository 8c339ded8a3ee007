import type { FastifyInstance } from "fastify";
import {
  createSlo,
  deleteSlo,
  exportOpenSlo,
  getSlo,
  getSloReport,
  importOpenSlo,
  listSlos,
  MAX_OPENSLO_BYTES,
  updateSlo,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import { readText } from "../body/read-text.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { sloAlertRoutes } from "./slo-alerts.ts";

const MAX_BODY_BYTES = 20_000;

export function sloRoutes(app: FastifyInstance, deps: Deps): void {
  const { bodyLimits, webUrl, trafficKept: keepDays } = deps;
  sloAlertRoutes(app, deps);

  serve(app, "GET /v1/slos", async (request) =>
    listSlos({ ctx: contextOfRequest(request), keepDays, input: { parameters: request.query, webUrl } }),
  );

  serve(app, "POST /v1/slos", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const slo = await createSlo({ ctx: contextOfRequest(request), input: { body, webUrl } });
    reply.header("Location", `/v1/slos/${slo.id}`);
    return slo;
  });

  serve(app, "POST /v1/slos/openslo", async (request, reply) => {
    const source = await readText(request, bodyLimits, MAX_OPENSLO_BYTES);
    const imported = await importOpenSlo({ ctx: contextOfRequest(request), input: { source, webUrl } });
    reply.code(imported.created ? 201 : 200);
    return imported;
  });

  serve(app, "GET /v1/slos/{id}/openslo", async (request, reply) => {
    const input = { id: request.params.id, webUrl };
    reply.type("application/yaml; charset=utf-8");
    return exportOpenSlo({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/slos/{id}", async (request) =>
    getSlo({ ctx: contextOfRequest(request), input: { id: request.params.id, webUrl } }),
  );

  serve(app, "GET /v1/slos/{id}/report", async (request) =>
    getSloReport({ ctx: contextOfRequest(request), keepDays, input: { id: request.params.id } }),
  );

  serve(app, "PUT /v1/slos/{id}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return updateSlo({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });

  serve(app, "DELETE /v1/slos/{id}", async (request) => {
    await deleteSlo({ ctx: contextOfRequest(request), input: { id: request.params.id } });
  });
}
