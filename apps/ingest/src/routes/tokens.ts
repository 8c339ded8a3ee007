import type { FastifyInstance } from "fastify";
import {
  createTokenFrom,
  endPreviousSecrets,
  getOwnToken,
  listTokensOf,
  revokeToken,
  rotateOwnToken,
  rotateToken,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 10_000;

export function tokenRoutes(app: FastifyInstance, { bodyLimits }: Pick<Deps, "bodyLimits">): void {
  serve(app, "GET /v1/token", async (request) => getOwnToken({ ctx: contextOfRequest(request) }));

  serve(app, "GET /v1/tokens", async (request) => listTokensOf({ ctx: contextOfRequest(request) }));

  serve(app, "POST /v1/tokens", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return createTokenFrom({ ctx: contextOfRequest(request), input: { body } });
  });

  serve(app, "DELETE /v1/tokens/{id}", async (request) => {
    await revokeToken({ ctx: contextOfRequest(request), input: { tokenId: request.params.id } });
  });

  serve(app, "POST /v1/tokens/{id}/rotate", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return rotateToken({ ctx: contextOfRequest(request), input: { tokenId: request.params.id, body } });
  });

  serve(app, "POST /v1/token/rotate", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return rotateOwnToken({ ctx: contextOfRequest(request), input: { body } });
  });

  serve(app, "DELETE /v1/tokens/{id}/previous-secrets", async (request) => {
    await endPreviousSecrets({ ctx: contextOfRequest(request), input: { tokenId: request.params.id } });
  });
}
