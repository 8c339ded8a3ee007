import type { FastifyInstance } from "fastify";
import { reparseRun } from "@headroom/services";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Deps } from "../deps.ts";

export function reparseRoute(
  app: FastifyInstance,
  { keptFiles, webUrl }: Pick<Deps, "keptFiles" | "webUrl">,
): void {
  serve(app, "POST /v1/runs/{id}/reparse", async (request, reply) => {
    const input = { runId: request.params.id, webUrl, hasStore: keptFiles !== null };
    const answer = await reparseRun({ ctx: contextOfRequest(request), input });
    reply.header("Location", `/v1/runs/${answer.run.id}`);
    return answer;
  });
}
