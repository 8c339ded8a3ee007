import type { FastifyInstance } from "fastify";
import { getTraffic } from "@headroom/services";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";

export function trafficRoute(app: FastifyInstance, { trafficKept }: Deps): void {
  app.get<{ Params: { service: string } }>("/v1/services/:service/traffic", async (request) => {
    const input = { ...(request.query as object), service: request.params.service };
    return getTraffic({ ctx: contextOfRequest(request), keepDays: trafficKept, input });
  });
}
