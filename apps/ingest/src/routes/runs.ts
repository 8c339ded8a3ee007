import type { FastifyInstance } from "fastify";
import {
  acceptRun,
  deleteRun,
  editRunFrom,
  getRunAnswer,
  getRunVerdict,
  getRunSlicesAnswer,
  getRunWindowAnswer,
  importRun,
  listRuns,
  readAskedShare,
  restoreRun,
  setRunAside,
  setRunPrice,
  shareUploadedRun,
  undoAccept,
  undoSetAside,
} from "@headroom/services";
import type { Context } from "@headroom/services";
import { contextOfRequest } from "../plugins/authenticate.ts";
import type { Deps } from "../deps.ts";
import { whileThereIsRoom } from "../body/limits.ts";
import { readJson } from "../body/read-json.ts";
import { openFiles } from "../body/open-body.ts";
import { KeptFileTee } from "../kept-files/kept-file-tee.ts";
import { headerOf } from "../plugins/header-of.ts";
import { serve } from "../plugins/serve.ts";
import { openSource } from "../upload/source.ts";
import { readingOf } from "../upload/reading.ts";
import type { Turnstile } from "../upload/turnstile.ts";

const MAX_PRICE_BYTES = 10_000;
/** Fifty keys of the longest. */
const MAX_EDIT_BYTES = 200_000;
const MAX_REASON_BYTES = 10_000;

export function runRoutes(app: FastifyInstance, deps: Deps, uploads: Turnstile): void {
  const share = (ctx: Context, runId: string, days: number) =>
    shareUploadedRun({ ctx, keepDays: deps.trafficKept, input: { runId, days, webUrl: deps.webUrl } });

  serve(app, "POST /v1/runs", async (request, reply) => {
    const ctx = contextOfRequest(request);
    const { days, parameters } = readAskedShare(ctx, request.query);
    const keptFile = deps.keptFiles === null ? null : new KeptFileTee(deps.keptFiles, request.log);
    const limits = whileThereIsRoom(deps);
    const imported = await uploads.pass(ctx.workspaceId, async () => {
      const files = openFiles(request, limits);
      return importRun({
        ctx,
        uploads: deps.uploads,
        input: {
          parameters,
          idempotencyKey: headerOf(request, "idempotency-key"),
          source: openSource(keptFile?.watch(files) ?? files, readingOf(request.query), limits, deps.parsers),
          ...(keptFile === null ? {} : { keptFile }),
          limits: deps.importLimits,
          webUrl: deps.webUrl,
        },
      });
    });
    if (imported.replayed) reply.header("Idempotency-Replayed", "true");
    reply.header("Location", `/v1/runs/${imported.answer.run.id}`);
    reply.code(imported.status);
    return {
      ...imported.answer,
      ...(days === null ? {} : { share: await share(ctx, imported.answer.run.id, days) }),
    };
  });

  serve(app, "GET /v1/runs", async (request) => {
    const input = { parameters: request.query, webUrl: deps.webUrl };
    return listRuns({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/runs/{id}", async (request) => {
    const ctx = contextOfRequest(request);
    return getRunAnswer({ ctx, input: { runId: request.params.id, webUrl: deps.webUrl } });
  });

  serve(app, "GET /v1/runs/{id}/verdict", async (request) => {
    const input = { runId: request.params.id, parameters: request.query, webUrl: deps.webUrl };
    return getRunVerdict({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/runs/{id}/window", async (request) => {
    const input = { runId: request.params.id, parameters: request.query, webUrl: deps.webUrl };
    return getRunWindowAnswer({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/runs/{id}/slices", async (request) => {
    const input = { runId: request.params.id, parameters: request.query, webUrl: deps.webUrl };
    return getRunSlicesAnswer({ ctx: contextOfRequest(request), input });
  });

  changes(app, deps);
}

function changes(app: FastifyInstance, { bodyLimits, webUrl }: Deps): void {
  serve(app, "DELETE /v1/runs/{id}", async (request) => {
    const input = { runId: request.params.id };
    const { removedAt, wasBaseline } = await deleteRun({ ctx: contextOfRequest(request), input });
    return { restorableUntil: removedAt.toISOString(), wasBaseline };
  });

  serve(app, "POST /v1/runs/{id}/restore", async (request) =>
    restoreRun({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );

  serve(app, "PUT /v1/runs/{id}/aside", async (request) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_REASON_BYTES);
    return setRunAside({ ctx, input: { runId: request.params.id, body } });
  });

  serve(app, "DELETE /v1/runs/{id}/aside", async (request) =>
    undoSetAside({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );

  serve(app, "POST /v1/runs/{id}/accept", async (request) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_REASON_BYTES);
    return acceptRun({ ctx, input: { runId: request.params.id, body } });
  });

  serve(app, "DELETE /v1/runs/{id}/accept", async (request) =>
    undoAccept({ ctx: contextOfRequest(request), input: { runId: request.params.id } }),
  );

  serve(app, "PATCH /v1/runs/{id}", async (request) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_EDIT_BYTES);
    return editRunFrom({ ctx, input: { runId: request.params.id, body, webUrl } });
  });

  serve(app, "PUT /v1/runs/{id}/price", async (request) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_PRICE_BYTES);
    return setRunPrice({ ctx, input: { runId: request.params.id, body } });
  });
}
