import type { FastifyInstance } from "fastify";
import { addRunEvents, listRunEvents } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";

const MAX_EVENTS_BYTES = 1024 * 1024;

interface RunRoute {
  Params: { id: string };
}

export function eventRoutes(app: FastifyInstance, { bodyLimits }: Deps): void {
  app.post<RunRoute>("/v1/runs/:id/events", async (request) =>
    addRunEvents({
      ctx: contextOfRequest(request),
      input: { runId: request.params.id, body: await readJson(request, bodyLimits, MAX_EVENTS_BYTES) },
    }),
  );

  app.get<RunRoute>("/v1/runs/:id/events", async (request) =>
    listRunEvents({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );
}
