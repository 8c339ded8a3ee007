import type { FastifyInstance } from "fastify";
import { getComparisonAnswer } from "@headroom/services";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";

export function comparisonRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, "GET /v1/comparisons", async (request) =>
    getComparisonAnswer({
      ctx: contextOfRequest(request),
      input: { parameters: request.query, webUrl: deps.webUrl },
    }),
  );
}
