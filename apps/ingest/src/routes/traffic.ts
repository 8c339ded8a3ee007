import type { FastifyInstance } from "fastify";
import {
  compareAroundEvent,
  getTraffic,
  getTrafficMapping,
  keepAsRun,
  listTraces,
  listUnmappedSenders,
  mapSender,
  previewSource,
  updateTrafficMapping,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { headerOf } from "../plugins/header-of.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_BODY_BYTES = 100_000;

export function trafficRoutes(app: FastifyInstance, deps: Deps, turnstile: Turnstile): void {
  const { trafficKept: keepDays, uploads, importLimits: limits, webUrl } = deps;

  serve(app, "GET /v1/services/{service}/traffic", async (request) => {
    const input = { ...(request.query as object), service: request.params.service };
    return getTraffic({ ctx: contextOfRequest(request), keepDays, input });
  });

  serve(app, "GET /v1/services/{service}/traces", async (request) => {
    const input = { ...(request.query as object), service: request.params.service };
    return listTraces({ ctx: contextOfRequest(request), input });
  });

  serve(app, "POST /v1/services/{service}/traffic/runs", async (request, reply) => {
    const ctx = contextOfRequest(request);
    const kept = await turnstile.pass(ctx.workspaceId, async () => {
      const body = await readJson(request, deps.bodyLimits, MAX_BODY_BYTES);
      const idempotencyKey = headerOf(request, "idempotency-key");
      const input = { service: request.params.service, body, idempotencyKey, limits, webUrl };
      return keepAsRun({ ctx, uploads, keepDays, input });
    });
    if (kept.replayed) reply.header("Idempotency-Replayed", "true");
    reply.header("Location", `/v1/runs/${kept.answer.run.id}`);
    reply.code(kept.status);
    return kept.answer;
  });

  serve(app, "POST /v1/services/{service}/events/{id}/comparison", async (request) => {
    const ctx = contextOfRequest(request);
    const { service, id: eventId } = request.params;
    const input = { service, eventId, limits, webUrl };
    return turnstile.pass(ctx.workspaceId, () => compareAroundEvent({ ctx, uploads, keepDays, input }));
  });

  serve(app, "GET /v1/services/{service}/mapping", async (request) =>
    getTrafficMapping({ ctx: contextOfRequest(request), input: { service: request.params.service } }),
  );

  serve(app, "PATCH /v1/services/{service}/mapping", async (request) => {
    const given = await readJson(request, deps.bodyLimits, MAX_BODY_BYTES);
    const input = { ...(given as object), service: request.params.service };
    return updateTrafficMapping({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/unmapped-senders", async (request) => ({
    senders: await listUnmappedSenders({ ctx: contextOfRequest(request) }),
  }));

  serve(app, "POST /v1/unmapped-senders/{sender}/service", async (request, reply) => {
    reply.code(201);
    return mapSender({ ctx: contextOfRequest(request), input: { sender: request.params.sender } });
  });

  serve(app, "POST /v1/services/{service}/mapping/preview", async (request) => {
    const given = await readJson(request, deps.bodyLimits, MAX_BODY_BYTES);
    const input = { ...(given as object), service: request.params.service };
    return previewSource({ ctx: contextOfRequest(request), input });
  });
}
