import type { FastifyInstance } from "fastify";
import { getWorkspaceSettings, updateWorkspaceSettings } from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import type { Deps } from "../deps.ts";

const MAX_BODY_BYTES = 10_000;

export function workspaceSettingsRoutes(
  app: FastifyInstance,
  { bodyLimits }: Pick<Deps, "bodyLimits">,
): void {
  app.get("/v1/workspace/settings", async (request) =>
    getWorkspaceSettings({ ctx: contextOfRequest(request) }),
  );

  app.patch("/v1/workspace/settings", async (request) =>
    updateWorkspaceSettings({
      ctx: contextOfRequest(request),
      input: await readJson(request, bodyLimits, MAX_BODY_BYTES),
    }),
  );
}
