import type { FastifyInstance } from "fastify";
import { countWaitingJobs } from "@headroom/services";
import type { Deps } from "../deps.ts";
import { serve } from "../plugins/serve.ts";

/**
 * `/healthz`: the process is alive. `/readyz`: it can take an upload now, with the number of jobs pending and given up in all
 * workspaces and whether there is room for more. Neither needs a token or says more.
 */
export function healthRoutes(
  app: FastifyInstance,
  { services, uploads, room, ownClock }: Pick<Deps, "services" | "uploads" | "room" | "ownClock">,
): void {
  serve(app, "GET /healthz", async () => ({ status: "ok" as const }));
  serve(app, "GET /readyz", async () => {
    await services.db.ping();
    ownClock.assertRight();
    await uploads.instance();
    return { status: "ready" as const, jobs: await countWaitingJobs(services), room: room.status };
  });
}
