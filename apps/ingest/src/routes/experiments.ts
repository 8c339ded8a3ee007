import type { FastifyInstance } from "fastify";
import {
  experimentDeletion,
  judgeAgainParameters,
  wantedBaseline,
  wantedConstantLoad,
} from "@headroom/contract";
import {
  acceptChange,
  acknowledgeChange,
  deleteExperiment,
  getExperimentCapacity,
  getTrendAnswer,
  judgeByPresentRules,
  listExperiments,
  parseInput,
  saveExperiment,
  setBadge,
  setBaseline,
  setConstantLoad,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

const MAX_BODY_BYTES = 200_000;

export function experimentRoutes(app: FastifyInstance, { bodyLimits, webUrl }: Deps): void {
  serve(app, "PUT /v1/experiments", async (request, reply) => {
    const ctx = contextOfRequest(request);
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const { created, ...saved } = await saveExperiment({ ctx, input: { body, webUrl } });
    reply.code(created ? 201 : 200);
    return saved;
  });

  serve(app, "GET /v1/experiments", async (request) =>
    listExperiments({ ctx: contextOfRequest(request), input: { parameters: request.query, webUrl } }),
  );

  serve(app, "POST /v1/judge-again", async (request) => {
    const { experiment = null } = parseInput(judgeAgainParameters, request.query);
    return judgeByPresentRules({ ctx: contextOfRequest(request), input: { experimentId: experiment } });
  });

  serve(app, "GET /v1/experiments/{id}/trend", async (request) =>
    getTrendAnswer({
      ctx: contextOfRequest(request),
      input: { experimentId: request.params.id, parameters: request.query, webUrl },
    }),
  );

  serve(app, "DELETE /v1/experiments/{id}", async (request) => {
    const parameters = parseInput(experimentDeletion, request.query);
    const input = { ...parameters, experimentId: request.params.id };
    await deleteExperiment({ ctx: contextOfRequest(request), input });
  });

  serve(app, "PUT /v1/experiments/{id}/badge", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { experimentId: request.params.id, body };
    const { path } = await setBadge({ ctx: contextOfRequest(request), input });
    return { url: path === null ? null : `${webUrl}${path}` };
  });

  serve(app, "PUT /v1/experiments/{id}/baseline", async (request) => {
    const wanted = parseInput(wantedBaseline, await readJson(request, bodyLimits, MAX_BODY_BYTES));
    const input = { experimentId: request.params.id, runId: wanted.run };
    await setBaseline({ ctx: contextOfRequest(request), input });
    return wanted;
  });

  serve(app, "PUT /v1/experiments/{id}/constant-load", async (request) => {
    const wanted = parseInput(wantedConstantLoad, await readJson(request, bodyLimits, MAX_BODY_BYTES));
    const input = { experimentId: request.params.id, ...wanted };
    await setConstantLoad({ ctx: contextOfRequest(request), input });
    return wanted;
  });

  serve(app, "POST /v1/experiments/{id}/trend/accept", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { experimentId: request.params.id, body };
    return acceptChange({ ctx: contextOfRequest(request), input });
  });

  serve(app, "POST /v1/experiments/{id}/trend/acknowledgements", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    const input = { experimentId: request.params.id, body };
    return acknowledgeChange({ ctx: contextOfRequest(request), input });
  });

  serve(app, "GET /v1/experiments/{id}/capacity", async (request) =>
    getExperimentCapacity({
      ctx: contextOfRequest(request),
      input: { experimentId: request.params.id, parameters: request.query },
    }),
  );
}
