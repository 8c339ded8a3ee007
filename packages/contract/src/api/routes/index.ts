import type { Route } from "../route.ts";
import { gamedayRoutes } from "./gamedays.ts";
import { healthRoutes } from "./health.ts";
import { liveRoutes } from "./live.ts";
import { notificationRoutes } from "./notifications.ts";
import { peakDayRoutes } from "./peak-days.ts";
import { runRoutes } from "./runs.ts";
import { serviceRoutes } from "./services.ts";
import { sloRoutes } from "./slos.ts";
import { tokenRoutes } from "./tokens.ts";
import { workspaceRoutes } from "./workspace.ts";

/** The whole HTTP API: ingest serves these routes and no others. */
export const ROUTES = {
  ...runRoutes,
  ...liveRoutes,
  ...serviceRoutes,
  ...peakDayRoutes,
  ...gamedayRoutes,
  ...sloRoutes,
  ...tokenRoutes,
  ...notificationRoutes,
  ...workspaceRoutes,
  ...healthRoutes,
};

/** "GET /v1/runs/{id}" */
export type RouteName = keyof typeof ROUTES;

/** In the order in which people read about them. */
export const ROUTE_GROUPS: readonly { title: string; names: readonly RouteName[] }[] = [
  group("Runs", runRoutes),
  group("Live runs and metrics", liveRoutes),
  group("Services", serviceRoutes),
  group("Peak days", peakDayRoutes),
  group("Gamedays", gamedayRoutes),
  group("SLOs", sloRoutes),
  group("Tokens", tokenRoutes),
  group("Notifications", notificationRoutes),
  group("Workspace", workspaceRoutes),
  group("Health", healthRoutes),
];

function group<Name extends RouteName>(title: string, routes: Record<Name, Route>) {
  return { title, names: Object.keys(routes) as Name[] };
}

export function routeNamed(name: RouteName): Route {
  return ROUTES[name];
}
