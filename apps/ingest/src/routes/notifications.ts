import type { FastifyInstance } from "fastify";
import {
  createChannel,
  deleteChannel,
  getChannel,
  getDelivery,
  getSigningKey,
  listChannels,
  listDeliveries,
  replayDelivery,
  testChannel,
  updateChannel,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 20_000;

export function notificationRoutes(app: FastifyInstance, { bodyLimits, secret, allowPrivate }: Deps): void {
  const webhooks = { secret, allowPrivate };

  serve(app, "GET /v1/channels", async (request) => listChannels({ ctx: contextOfRequest(request) }));

  serve(app, "POST /v1/channels", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const channel = await createChannel({ ctx: contextOfRequest(request), webhooks, input: { body } });
    reply.header("Location", `/v1/channels/${channel.id}`);
    return channel;
  });

  serve(app, "GET /v1/channels/{id}", async (request) =>
    getChannel({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "PUT /v1/channels/{id}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return updateChannel({ ctx: contextOfRequest(request), webhooks, input });
  });

  serve(app, "DELETE /v1/channels/{id}", async (request) => {
    await deleteChannel({ ctx: contextOfRequest(request), input: { id: request.params.id } });
  });

  serve(app, "POST /v1/channels/{id}/test", async (request) =>
    testChannel({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "GET /v1/deliveries", async (request) =>
    listDeliveries({ ctx: contextOfRequest(request), input: { parameters: request.query } }),
  );

  serve(app, "GET /v1/deliveries/{id}", async (request) =>
    getDelivery({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "POST /v1/deliveries/{id}/replay", async (request) =>
    replayDelivery({ ctx: contextOfRequest(request), input: { id: request.params.id } }),
  );

  serve(app, "GET /v1/webhook-key", async (request) =>
    getSigningKey({ ctx: contextOfRequest(request), secret }),
  );
}
