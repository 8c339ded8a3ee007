import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Adds data that stays, so it is refused when there is no room for more. */
    stores?: true;
  }
}

/** For routes that store more than a few rows. */
export const STORES = { config: { stores: true } } as const;

/** Refuses what would be stored before its body is read. */
export function requireRoom(app: FastifyInstance, { room }: Pick<Deps, "room">): void {
  app.addHook("onRequest", async ({ routeOptions }) => {
    if (routeOptions.config.stores === true) room.assertEnough();
  });
}
