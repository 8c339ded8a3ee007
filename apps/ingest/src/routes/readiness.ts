import type { FastifyInstance } from "fastify";
import {
  acceptRemoval,
  acceptRisk,
  addReadinessAction,
  changeReadinessAction,
  getHeadroom,
  getReadiness,
  listRisks,
  revokeRisk,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 20_000;

export function readinessRoutes(app: FastifyInstance, { bodyLimits, trafficKept: keepDays }: Deps): void {
  serve(app, "GET /v1/services/{service}/headroom", async (request) =>
    getHeadroom({ ctx: contextOfRequest(request), keepDays, input: request.params }),
  );

  serve(app, "GET /v1/peak-days/{id}/readiness", async (request) =>
    getReadiness({ ctx: contextOfRequest(request), keepDays, input: { id: request.params.id } }),
  );

  serve(app, "POST /v1/peak-days/{id}/actions", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return addReadinessAction({ ctx: contextOfRequest(request), input });
  });

  serve(app, "PATCH /v1/peak-days/{id}/actions/{action}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, action: actionId } = request.params;
    return changeReadinessAction({ ctx: contextOfRequest(request), input: { id, actionId, body } });
  });

  serve(app, "GET /v1/accepted-risks", async (request) =>
    listRisks({ ctx: contextOfRequest(request), input: { parameters: request.query } }),
  );

  serve(app, "POST /v1/runs/{id}/accepted-risks", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { runId: request.params.id, body };
    return acceptRisk({ ctx: contextOfRequest(request), input });
  });

  serve(app, "POST /v1/experiments/{id}/accepted-risks", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { experimentId: request.params.id, body };
    return acceptRemoval({ ctx: contextOfRequest(request), input });
  });

  serve(app, "DELETE /v1/accepted-risks/{id}", async (request) => {
    await revokeRisk({ ctx: contextOfRequest(request), input: { id: request.params.id } });
  });
}
