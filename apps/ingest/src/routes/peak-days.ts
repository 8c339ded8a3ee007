import type { FastifyInstance } from "fastify";
import {
  acknowledgeDayAlert,
  createPeakDay,
  deletePeakDay,
  getDayAlert,
  getPeakDay,
  listPeakDays,
  setDayAlert,
  updatePeakDay,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { gamedayRoutes } from "./gamedays.ts";
import { readinessRoutes } from "./readiness.ts";

const MAX_BODY_BYTES = 100_000;

export function peakDayRoutes(app: FastifyInstance, deps: Deps): void {
  const { bodyLimits, webUrl, trafficKept: keepDays } = deps;
  readinessRoutes(app, deps);
  gamedayRoutes(app, deps);

  serve(app, "GET /v1/peak-days", async (request) =>
    listPeakDays({
      ctx: contextOfRequest(request),
      keepDays,
      input: { parameters: request.query, webUrl },
    }),
  );

  serve(app, "POST /v1/peak-days", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const peakDay = await createPeakDay({ ctx: contextOfRequest(request), input: { body, webUrl } });
    reply.header("Location", `/v1/peak-days/${peakDay.id}`);
    return peakDay;
  });

  serve(app, "GET /v1/peak-days/{id}", async (request) =>
    getPeakDay({ ctx: contextOfRequest(request), input: { id: request.params.id, webUrl } }),
  );

  serve(app, "PUT /v1/peak-days/{id}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return updatePeakDay({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });

  serve(app, "GET /v1/peak-days/{id}/alert", async (request) =>
    getDayAlert({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "PUT /v1/peak-days/{id}/alert", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return setDayAlert({ ctx: contextOfRequest(request), input: { id: request.params.id, body } });
  });

  serve(app, "POST /v1/peak-days/{id}/alert/acknowledge", async (request) =>
    acknowledgeDayAlert({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "DELETE /v1/peak-days/{id}", async (request) => {
    await deletePeakDay({ ctx: contextOfRequest(request), input: { id: request.params.id } });
  });
}
