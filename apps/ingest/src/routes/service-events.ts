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
import { STORES } from "../plugins/require-room.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_EVENTS_BYTES = 1024 * 1024;
const MAX_EVENT_BYTES = 10_000;

interface ServiceRoute {
  Params: { service: string };
}
interface EventRoute {
  Params: { service: string; id: string };
}

/** What happened to a service: lines in the charts of its live traffic and peak days. */
export function serviceEventRoutes(
  app: FastifyInstance,
  { bodyLimits }: Pick<Deps, "bodyLimits">,
  batches: Turnstile,
): void {
  app.post<ServiceRoute>("/v1/services/:service/events", STORES, async (request, reply) => {
    const ctx = contextOfRequest(request);
    const added = await batches.pass(ctx.workspaceId, async () => {
      const body = await readJson(request, bodyLimits, MAX_EVENTS_BYTES);
      return addServiceEvents({ ctx, input: { service: request.params.service, body } });
    });
    return reply.code(201).send(added);
  });

  app.get<ServiceRoute>("/v1/services/:service/events", async (request) => {
    const input = { ...(request.query as object), service: request.params.service };
    return listServiceEvents({ ctx: contextOfRequest(request), input });
  });

  app.put<EventRoute>("/v1/services/:service/events/:id", STORES, async (request) => {
    const body = await readJson(request, bodyLimits, MAX_EVENT_BYTES);
    const { service, id: eventId } = request.params;
    return changeServiceEvent({ ctx: contextOfRequest(request), input: { service, eventId, body } });
  });

  app.delete<EventRoute>("/v1/services/:service/events/:id", async (request, reply) => {
    const { service, id: eventId } = request.params;
    await deleteServiceEvent({ ctx: contextOfRequest(request), input: { service, eventId } });
    return reply.code(204).send();
  });
}
