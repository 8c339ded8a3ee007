import type { FastifyInstance } from "fastify";
import {
  getLikeness,
  getRunCapacity,
  getRunFailuresAnswer,
  getRunSlowestAnswer,
  listRunCodes,
  listRunLabels,
} from "@headroom/services";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Deps } from "../deps.ts";

export function labelRoutes(app: FastifyInstance, { trafficKept: keepDays }: Deps): void {
  serve(app, "GET /v1/runs/{id}/labels", async (request) =>
    listRunLabels({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, parameters: request.query },
    }),
  );

  serve(app, "GET /v1/runs/{id}/failures", async (request) =>
    getRunFailuresAnswer({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, parameters: request.query },
    }),
  );

  serve(app, "GET /v1/runs/{id}/slowest", async (request) =>
    getRunSlowestAnswer({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, parameters: request.query },
    }),
  );

  serve(app, "GET /v1/runs/{id}/codes", async (request) =>
    listRunCodes({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );

  serve(app, "GET /v1/runs/{id}/capacity", async (request) =>
    getRunCapacity({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, parameters: request.query },
    }),
  );

  serve(app, "GET /v1/runs/{id}/likeness", async (request) => {
    const input = { ...(request.query as object), runId: request.params.id };
    return getLikeness({ ctx: contextOfRequest(request), keepDays, input });
  });
}
