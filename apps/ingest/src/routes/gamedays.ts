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

const MAX_BODY_BYTES = 100_000;

interface GamedayRoute {
  Params: { id: string };
}
interface StepRoute {
  Params: { id: string; step: string };
}
interface FindingRoute {
  Params: { id: string; finding: string };
}

export function gamedayRoutes(app: FastifyInstance, { bodyLimits, webUrl }: Deps): void {
  app.get("/v1/gamedays", async (request) =>
    listGamedays({ ctx: contextOfRequest(request), input: { parameters: request.query, webUrl } }),
  );

  app.post("/v1/gamedays", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const gameday = await createGameday({ ctx: contextOfRequest(request), input: { body, webUrl } });
    reply.header("Location", `/v1/gamedays/${gameday.id}`);
    return reply.code(201).send(gameday);
  });

  app.get<GamedayRoute>("/v1/gamedays/:id", async (request) =>
    getGameday({ ctx: contextOfRequest(request), input: { id: request.params.id, webUrl } }),
  );

  app.put<GamedayRoute>("/v1/gamedays/:id", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return updateGameday({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });

  app.delete<GamedayRoute>("/v1/gamedays/:id", async (request, reply) => {
    await deleteGameday({ ctx: contextOfRequest(request), input: { id: request.params.id } });
    return reply.code(204).send();
  });

  app.put<StepRoute>("/v1/gamedays/:id/steps/:step/tick", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, step: stepId } = request.params;
    return tickGamedayStep({ ctx: contextOfRequest(request), input: { id, stepId, body, webUrl } });
  });

  app.post<GamedayRoute>("/v1/gamedays/:id/findings", async (request, reply) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { id: request.params.id, body };
    return reply.code(201).send(await addFinding({ ctx: contextOfRequest(request), input }));
  });

  app.patch<FindingRoute>("/v1/gamedays/:id/findings/:finding", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id, finding: findingId } = request.params;
    return changeFinding({ ctx: contextOfRequest(request), input: { id, findingId, body } });
  });

  app.post<GamedayRoute>("/v1/gamedays/:id/close", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { id } = request.params;
    return closeGameday({ ctx: contextOfRequest(request), input: { id, body, webUrl } });
  });
}
