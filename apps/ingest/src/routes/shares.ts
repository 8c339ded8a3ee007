import type { FastifyInstance } from "fastify";
import { createShareFrom, listSharesOf, revokeShare } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 10_000;

export function shareRoutes(app: FastifyInstance, { bodyLimits, webUrl, trafficKept: keepDays }: Deps): void {
  serve(app, "POST /v1/shares", async (request) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return createShareFrom({ ctx, keepDays, input: { body, webUrl } });
  });

  serve(app, "GET /v1/shares", async (request) =>
    listSharesOf({ ctx: contextOfRequest(request), input: { parameters: request.query } }),
  );

  serve(app, "DELETE /v1/shares/{id}", async (request) => {
    await revokeShare({ ctx: contextOfRequest(request), input: { shareId: request.params.id } });
  });
}
