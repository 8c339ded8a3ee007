import type { FastifyInstance } from "fastify";
import {
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

const MAX_BODY_BYTES = 20_000;

interface IdRoute {
  Params: { id: string };
}
interface ActionRoute {
  Params: { id: string; action: string };
}
interface ServiceRoute {
  Params: { service: string };
}

export function readinessRoutes(app: FastifyInstance, { bodyLimits, trafficKept: keepDays }: Deps): void {
  app.get<ServiceRoute>("/v1/services/:service/headroom", async (request) =>
    getHeadroom({ ctx: contextOfRequest(request), keepDays, input: request.params }),
  );

  app.get<IdRoute>("/v1/peak-days/:id/readiness", async (request) =>
    getReadiness({ ctx: contextOfRequest(request), keepDays, input: { id: request.params.id } }),
  );

  app.post<IdRoute>("/v1/peak-days/:id/actions", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return reply.code(201).send(await addReadinessAction({ ctx: contextOfRequest(request), input }));
  });

  app.patch<ActionRoute>("/v1/peak-days/:id/actions/:action", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, action: actionId } = request.params;
    return changeReadinessAction({ ctx: contextOfRequest(request), input: { id, actionId, body } });
  });

  app.get("/v1/accepted-risks", async (request) =>
    listRisks({ ctx: contextOfRequest(request), input: { parameters: request.query } }),
  );

  app.post<IdRoute>("/v1/runs/:id/accepted-risks", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { runId: request.params.id, body };
    return reply.code(201).send(await acceptRisk({ ctx: contextOfRequest(request), input }));
  });

  app.delete<IdRoute>("/v1/accepted-risks/:id", async (request, reply) => {
    await revokeRisk({ ctx: contextOfRequest(request), input: { id: request.params.id } });
    return reply.code(204).send();
  });
}
