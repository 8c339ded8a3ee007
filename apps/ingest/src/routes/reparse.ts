import type { FastifyInstance } from "fastify";
import { reparseRun } from "@headroom/services";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { STORES_AGAIN } from "../plugins/require-room.ts";
import type { Deps } from "../deps.ts";

export function reparseRoute(
  app: FastifyInstance,
  { keptFiles, webUrl }: Pick<Deps, "keptFiles" | "webUrl">,
): void {
  app.post<{ Params: { id: string } }>("/v1/runs/:id/reparse", STORES_AGAIN, async (request, reply) => {
    const input = { runId: request.params.id, webUrl, hasStore: keptFiles !== null };
    const answer = await reparseRun({ ctx: contextOfRequest(request), input });
    reply.header("Location", `/v1/runs/${answer.run.id}`);
    return reply.code(202).send(answer);
  });
}
