import type { FastifyInstance } from "fastify";
import { createShareFrom, listSharesOf, revokeShare } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";

const MAX_BODY_BYTES = 10_000;

export function shareRoutes(app: FastifyInstance, { bodyLimits, webUrl, trafficKept: keepDays }: Deps): void {
  app.post("/v1/shares", async (request, reply) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return reply.code(201).send(await createShareFrom({ ctx, keepDays, input: { body, webUrl } }));
  });

  app.get("/v1/shares", async (request) =>
    listSharesOf({ ctx: contextOfRequest(request), input: { parameters: request.query } }),
  );

  app.delete<{ Params: { id: string } }>("/v1/shares/:id", async (request, reply) => {
    await revokeShare({ ctx: contextOfRequest(request), input: { shareId: request.params.id } });
    return reply.code(204).send();
  });
}
