import type { FastifyInstance, FastifyRequest } from "fastify";
import { addCells, finishRun, getLiveState, openLiveRun } from "@headroom/services";
import { readBatch } from "../body/read-batch.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import type { Turnstile } from "../upload/turnstile.ts";
import { headerOf } from "../plugins/header-of.ts";
import { serve } from "../plugins/serve.ts";

export function liveRoutes(app: FastifyInstance, deps: Deps, batches: Turnstile): void {
  const { uploads, intake, webUrl, liveLimits, rateLimits } = deps;
  const read = async (request: FastifyRequest) => {
    const batch = await readBatch(request, deps.bodyLimits, liveLimits.batchBytes);
    rateLimits.addLiveBytes(contextOfRequest(request).workspaceId, batch.bytesDecoded);
    return batch;
  };

  serve(app, "POST /v1/runs/live", async (request, reply) => {
    const opened = await openLiveRun({
      ctx: contextOfRequest(request),
      uploads,
      input: {
        parameters: request.query,
        idempotencyKey: headerOf(request, "idempotency-key"),
        webUrl,
      },
    });
    if (opened.replayed) reply.header("Idempotency-Replayed", "true");
    reply.header("Location", `/v1/runs/${opened.answer.run.id}`);
    reply.code(opened.status);
    return opened.answer;
  });

  serve(app, "POST /v1/runs/{id}/cells", async (request) => {
    const ctx = contextOfRequest(request);
    return batches.pass(ctx.workspaceId, async () => {
      const { body, bytesIn } = await read(request);
      return addCells({
        ctx,
        intake,
        input: { runId: request.params.id, body, bytesIn, limits: liveLimits },
      });
    });
  });

  serve(app, "POST /v1/runs/{id}/finish", async (request) => {
    const ctx = contextOfRequest(request);
    return batches.pass(ctx.workspaceId, async () => {
      const { body } = await read(request);
      const input = { runId: request.params.id, body: body ?? {}, limits: liveLimits, webUrl };
      return finishRun({ ctx, uploads, intake, input });
    });
  });

  serve(app, "GET /v1/runs/{id}/live", async (request) =>
    getLiveState({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );
}
