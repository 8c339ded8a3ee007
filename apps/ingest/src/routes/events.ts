import type { FastifyInstance } from "fastify";
import { addRunEvents, listRunEvents } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_EVENTS_BYTES = 1024 * 1024;

export function eventRoutes(
  app: FastifyInstance,
  { bodyLimits }: Pick<Deps, "bodyLimits">,
  batches: Turnstile,
): void {
  serve(app, "POST /v1/runs/{id}/events", async (request) => {
    const ctx = contextOfRequest(request);
    return batches.pass(ctx.workspaceId, async () => {
      const body = await readJson(request, bodyLimits, MAX_EVENTS_BYTES);
      return addRunEvents({ ctx, input: { runId: request.params.id, body } });
    });
  });

  serve(app, "GET /v1/runs/{id}/events", async (request) =>
    listRunEvents({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );
}
