import type { FastifyInstance } from "fastify";
import type { Busiest } from "../metrics/busiest.ts";
import { workspaceOfRequest } from "./authenticate.ts";

/** Counts the requests of each workspace. Requests without a valid token belong to none. */
export function countSenders(app: FastifyInstance, counts: readonly Busiest[]): void {
  app.addHook("onResponse", async (request, reply) => {
    const workspace = workspaceOfRequest(request);
    const bytes = Number(request.headers["content-length"] ?? 0);
    if (workspace === null) return;
    for (const count of counts) count.add(workspace, { refused: reply.statusCode >= 400, bytes });
  });
}
