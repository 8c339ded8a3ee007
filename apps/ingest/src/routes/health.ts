import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";
import { countWaitingJobs } from "@headroom/services";
import type { Deps } from "../deps.ts";
import type { Draining } from "../plugins/drain.ts";

/**
 * `/healthz`: the process lives. `/readyz`: it can take an upload now, and how many jobs of all workspaces wait or were
 * given up. Both without a token, and neither says more.
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
