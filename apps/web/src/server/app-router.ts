import "server-only";
import { accountRouter } from "../features/account/router.ts";
import { catalogRouter } from "../features/catalog/router.ts";
import { comparisonRouter } from "../features/comparison/router.ts";
import { demoRouter } from "../features/demo/router.ts";
import { eventRouter } from "../features/event/router.ts";
import { experimentRouter } from "../features/experiment/router.ts";
import { firstRunRouter } from "../features/first-run/router.ts";
import { gamedayRouter } from "../features/gameday/router.ts";
import { mappingRouter } from "../features/mapping/router.ts";
import { notificationRouter } from "../features/notification/router.ts";
import { paletteRouter } from "../features/palette/router.ts";
import { peakDayRouter } from "../features/peak-day/router.ts";
import { readinessRouter } from "../features/readiness/router.ts";
import { runRouter } from "../features/run/router.ts";
import { serviceRouter } from "../features/service/router.ts";
import { sloRouter } from "../features/slo/router.ts";
import { shareRouter } from "../features/share/router.ts";
import { uploadRouter } from "../features/upload/router.ts";
import { savedViewsRouter } from "../features/saved-views/router.ts";
import { settingsRouter } from "../features/settings/router.ts";
import { trendRouter } from "../features/trend/router.ts";
import { createCallerFactory, router } from "./trpc.ts";

export const appRouter = router({
  account: accountRouter,
  catalog: catalogRouter,
  comparison: comparisonRouter,
  demo: demoRouter,
  event: eventRouter,
  experiment: experimentRouter,
  firstRun: firstRunRouter,
  gameday: gamedayRouter,
  mapping: mappingRouter,
  notification: notificationRouter,
  palette: paletteRouter,
  peakDay: peakDayRouter,
  readiness: readinessRouter,
  run: runRouter,
  savedViews: savedViewsRouter,
  trend: trendRouter,
  settings: settingsRouter,
  service: serviceRouter,
  share: shareRouter,
  slo: sloRouter,
  upload: uploadRouter,
});
/** Clients see the API as types only. */
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
