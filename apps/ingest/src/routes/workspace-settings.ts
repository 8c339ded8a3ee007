import type { FastifyInstance } from "fastify";
import {
  getWorkspaceSettings,
  getWorkspaceStorage,
  getWorkspaceUsage,
  updateWorkspaceSettings,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import type { Deps } from "../deps.ts";

const MAX_BODY_BYTES = 10_000;

export function workspaceSettingsRoutes(
  app: FastifyInstance,
  { bodyLimits, storageLimit: { maxBytes } }: Pick<Deps, "bodyLimits" | "storageLimit">,
): void {
  serve(app, "GET /v1/workspace/settings", async (request) =>
    getWorkspaceSettings({ ctx: contextOfRequest(request) }),
  );

  serve(app, "GET /v1/workspace/storage", async (request) =>
    getWorkspaceStorage({ ctx: contextOfRequest(request), input: { maxBytes } }),
  );

  serve(app, "GET /v1/workspace/usage", async (request) =>
    getWorkspaceUsage({ ctx: contextOfRequest(request), input: { maxBytes } }),
  );

  serve(app, "PATCH /v1/workspace/settings", async (request) =>
    updateWorkspaceSettings({
      ctx: contextOfRequest(request),
      input: await readJson(request, bodyLimits, MAX_BODY_BYTES),
    }),
  );
}
