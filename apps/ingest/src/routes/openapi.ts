import type { FastifyInstance } from "fastify";
import { openApiDocument } from "@headroom/contract/api";
import type { OpenApiDocument } from "@headroom/contract/api";
import { serve } from "../plugins/serve.ts";

export function openApiRoute(app: FastifyInstance): void {
  let written: OpenApiDocument | null = null;
  serve(app, "GET /v1/openapi.json", async () => (written ??= openApiDocument()));
}
