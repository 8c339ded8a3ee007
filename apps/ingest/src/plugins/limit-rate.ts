import type { FastifyInstance, FastifyRequest } from "fastify";
import { rateClassOf } from "@headroom/contract/api";
import { HeadroomError } from "@headroom/core";
import type { RateLimits } from "../rate/rate-limits.ts";
import { contextOfRequest } from "./authenticate.ts";

const OF_WHOM = { token: "This token", workspace: "This workspace" } as const;
const OF_WHAT = { read: "read", write: "change", upload: "upload", live: "live data" } as const;

/** Counts each request against the limits of its token and workspace, and says what is left of them. */
export function limitRate(app: FastifyInstance, limits: RateLimits): void {
  app.addHook("onRequest", async (request, reply) => {
    const { contract } = request.routeOptions.config;
    if (contract === undefined) return;
    const of = rateClassOf(contract, request.method);
    const counted = limits.count(of, callerOf(request));
    if (counted === null) return;
    const { policy, state } = counted;
    if (policy !== null && state !== null)
      reply.header("RateLimit-Policy", policy).header("RateLimit", state);
    if (counted.refused === null) return;
    const { by, quota, seconds } = counted.refused;
    const most =
      counted.refused.of === "bytes" ? `${quota} bytes of live data` : `${quota} ${OF_WHAT[of]} requests`;
    // Most agents take a 429 as a reason to drop the data, and send it again after a 503.
    throw new HeadroomError(
      of === "live" ? "not-ready" : "rate-limited",
      `${OF_WHOM[by]} may send ${most} a minute.`,
      { hint: `Try again in ${seconds} s, and send fewer requests.`, retryAfterSeconds: seconds },
    );
  });
}

function callerOf(request: FastifyRequest) {
  const { actor, workspaceId } = contextOfRequest(request);
  return { id: actor.id ?? workspaceId, workspaceId };
}
