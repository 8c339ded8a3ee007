import type { FastifyInstance } from "fastify";
import {
  addFinding,
  changeFinding,
  closeGameday,
  createGameday,
  deleteGameday,
  getGameday,
  listGamedays,
  tickGamedayStep,
  updateGameday,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 100_000;

export function gamedayRoutes(app: FastifyInstance, { bodyLimits, webUrl }: Deps): void {
  serve(app, "GET /v1/gamedays", async (request) =>
    listGamedays({ ctx: contextOfRequest(request), input: { parameters: request.query, webUrl } }),
  );

  serve(app, "POST /v1/gamedays", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const gameday = await createGameday({ ctx: contextOfRequest(request), input: { body, webUrl } });
    reply.header("Location", `/v1/gamedays/${gameday.id}`);
    return gameday;
  });

  serve(app, "GET /v1/gamedays/{id}", async (request) =>
    getGameday({ ctx: contextOfRequest(request), input: { id: request.params.id, webUrl } }),
  );

  serve(app, "PUT /v1/gamedays/{id}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return updateGameday({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });

  serve(app, "DELETE /v1/gamedays/{id}", async (request) => {
    await deleteGameday({ ctx: contextOfRequest(request), input: { id: request.params.id } });
  });

  serve(app, "PUT /v1/gamedays/{id}/steps/{step}/tick", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, step: stepId } = request.params;
    return tickGamedayStep({ ctx: contextOfRequest(request), input: { id, stepId, body, webUrl } });
  });

  serve(app, "POST /v1/gamedays/{id}/findings", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return addFinding({ ctx: contextOfRequest(request), input });
  });

  serve(app, "PATCH /v1/gamedays/{id}/findings/{finding}", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, finding: findingId } = request.params;
    return changeFinding({ ctx: contextOfRequest(request), input: { id, findingId, body } });
  });

  serve(app, "POST /v1/gamedays/{id}/close", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return closeGameday({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });
}
