import type { FastifyInstance } from "fastify";
import {
  acknowledgeSloAlert,
  createMailer,
  getSloAlert,
  rotateSigningKey,
  setSloAlert,
  testSloAlert,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 20_000;

export function sloAlertRoutes(
  app: FastifyInstance,
  { allowPrivate, bodyLimits, secret, webUrl }: Deps,
): void {
  const mailer = createMailer({ secret, webUrl });

  serve(app, "GET /v1/slos/{id}/alert", async (request) =>
    getSloAlert({ ctx: contextOfRequest(request), secret, input: { id: request.params.id } }),
  );

  serve(app, "PUT /v1/slos/{id}/alert", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return setSloAlert({ ctx: contextOfRequest(request), webhooks: { secret, allowPrivate }, input });
  });

  serve(app, "POST /v1/slos/{id}/alert/acknowledge", async (request) =>
    acknowledgeSloAlert({ ctx: contextOfRequest(request), secret, input: { id: request.params.id } }),
  );

  serve(app, "POST /v1/slos/{id}/alert/test", async (request) =>
    testSloAlert({ ctx: contextOfRequest(request), mailer, input: { id: request.params.id } }),
  );

  serve(app, "POST /v1/webhook-key/rotate", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return rotateSigningKey({ ctx: contextOfRequest(request), secret, input: { body } });
  });
}
