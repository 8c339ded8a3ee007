import type { FastifyInstance } from "fastify";
import { rateClassOf } from "@headroom/contract/api";
import { HeadroomError } from "@headroom/core";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "./authenticate.ts";

/** For a process with other roles only: the load balancer sends the request to the next process. */
export function refuseRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async () => {
    throw new HeadroomError("not-ready", "This process takes no requests.", {
      hint: "Send them to a process with the role `accept` (HEADROOM_ROLES).",
    });
  });
}

/**
 * Asks for live data again later while this process's clock is off. Before the token is looked at: whether it has expired is
 * judged by the same clock.
 */
export function requireClock(app: FastifyInstance, { ownClock }: Pick<Deps, "ownClock">): void {
  app.addHook("onRequest", async (request) => {
    const { contract } = request.routeOptions.config;
    if (contract !== undefined && rateClassOf(contract, request.method) === "live") ownClock.assertRight();
  });
}

/** Refuses what would be stored before its body is read. */
export function requireRoom(
  app: FastifyInstance,
  { room, storageLimit }: Pick<Deps, "room" | "storageLimit">,
): void {
  app.addHook("onRequest", async (request) => {
    const stores = request.routeOptions.config.contract?.stores;
    if (stores === undefined) return;
    room.assertEnough();
    if (stores === "new") await storageLimit.assertEnough(contextOfRequest(request));
  });
}
