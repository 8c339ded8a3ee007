import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";
import { countWaitingJobs } from "@headroom/services";
import type { Deps } from "../deps.ts";
import type { Draining } from "../plugins/drain.ts";

/**
 * `/healthz`: the process is alive. `/readyz`: it can take an upload now, with the number of jobs pending and given up in all
 * workspaces. Neither needs a token or says more.
 */
export function healthRoutes(
  app: FastifyInstance,
  { services, uploads }: Pick<Deps, "services" | "uploads">,
  draining: Draining,
): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if (draining.now) {
      throw new HeadroomError("not-ready", "The server is stopping.", {
        hint: "Another instance will take over.",
      });
    }
    await services.db.ping();
    await uploads.instance();
    return { status: "ready", jobs: await countWaitingJobs(services) };
  });
}
