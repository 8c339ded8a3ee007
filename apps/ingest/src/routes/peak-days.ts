import type { FastifyInstance } from "fastify";
import { createPeakDay, deletePeakDay, getPeakDay, listPeakDays, updatePeakDay } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { gamedayRoutes } from "./gamedays.ts";
import { readinessRoutes } from "./readiness.ts";

const MAX_BODY_BYTES = 100_000;

interface PeakDayRoute {
  Params: { id: string };
}

export function peakDayRoutes(app: FastifyInstance, deps: Deps): void {
  const { bodyLimits, webUrl } = deps;
  readinessRoutes(app, deps);
  gamedayRoutes(app, deps);

  app.get("/v1/peak-days", async (request) =>
    listPeakDays({ ctx: contextOfRequest(request), input: { parameters: request.query, webUrl } }),
  );

  app.post("/v1/peak-days", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const peakDay = await createPeakDay({ ctx: contextOfRequest(request), input: { body, webUrl } });
    reply.header("Location", `/v1/peak-days/${peakDay.id}`);
    return reply.code(201).send(peakDay);
  });

  app.get<PeakDayRoute>("/v1/peak-days/:id", async (request) =>
    getPeakDay({ ctx: contextOfRequest(request), input: { id: request.params.id, webUrl } }),
  );

  app.put<PeakDayRoute>("/v1/peak-days/:id", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return updatePeakDay({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });

  app.delete<PeakDayRoute>("/v1/peak-days/:id", async (request, reply) => {
    await deletePeakDay({ ctx: contextOfRequest(request), input: { id: request.params.id } });
    return reply.code(204).send();
  });
}
