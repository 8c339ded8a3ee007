import "server-only";
import { catalogRouter } from "../features/catalog/router.ts";
import { runRouter } from "../features/run/router.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({ catalog: catalogRouter, run: runRouter });
/** Clients see the API as types only. */
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
