import type { FastifyInstance } from "fastify";
import {
  addServiceEvents,
  changeServiceEvent,
  deleteServiceEvent,
  listServiceEvents,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_EVENTS_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 10_000;

/** What happened to a service: lines in the charts of its live traffic and peak days. */
export function serviceEventRoutes(
  app: FastifyInstance,
  { bodyLimits }: Pick<Deps, "bodyLimits">,
  batches: Turnstile,
): void {
  serve(app, "POST /v1/services/{service}/events", async (request) => {
    const ctx = contextOfRequest(request);
    const added = await batches.pass(ctx.workspaceId, async () => {
      const body = await readJson(request, bodyLimits, MAX_EVENTS_BYTES);
      return addServiceEvents({ ctx, input: { service: request.params.service, body } });
    });
    return added;
  });

  serve(app, "GET /v1/services/{service}/events", async (request) => {
    const input = { ...(request.query as object), service: request.params.service };
    return listServiceEvents({ ctx: contextOfRequest(request), input });
  });

  serve(app, "PUT /v1/services/{service}/events/{id}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_EVENT_BYTES);
    const { service, id: eventId } = request.params;
    return changeServiceEvent({ ctx: contextOfRequest(request), input: { service, eventId, body } });
  });

  serve(app, "DELETE /v1/services/{service}/events/{id}", async (request) => {
    const { service, id: eventId } = request.params;
    await deleteServiceEvent({ ctx: contextOfRequest(request), input: { service, eventId } });
  });
}
