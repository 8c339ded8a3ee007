import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "./authenticate.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Stores data, so it is refused when the disk is almost full. `new` data also counts towards the workspace's limit. */
    stores?: "new" | "known";
  }
}

/** For routes that store more than a few rows. */
export const STORES = { config: { stores: "new" } } as const;
/** For those that only store again what the workspace has already. */
export const STORES_AGAIN = { config: { stores: "known" } } as const;

/** Refuses what would be stored before its body is read. */
export function requireRoom(
  app: FastifyInstance,
  { room, storageLimit }: Pick<Deps, "room" | "storageLimit">,
): void {
  app.addHook("onRequest", async (request) => {
    const { stores } = request.routeOptions.config;
    if (stores === undefined) return;
    room.assertEnough();
    if (stores === "new") await storageLimit.assertEnough(contextOfRequest(request));
  });
}
