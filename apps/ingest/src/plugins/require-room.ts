import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "./authenticate.ts";

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
