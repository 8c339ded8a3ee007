import { dirname } from "node:path";

export interface Rooms {
  /** The folder of the package that is divided. Files directly in it belong to no room. */
  under: string;
  /** Folders and files, from the bottom up: a room may import from the floors below its own, and from no other room. */
  floors: readonly (readonly string[])[];
  /** Files whose types any room may import: what a client knows of the API that it calls. */
  typesForAll?: readonly string[];
}

/** The walls inside a package. Tests may look over them; there is no list of exceptions. */
export const rooms: Readonly<Record<string, Rooms>> = {
  core: {
    under: "src",
    floors: [
      ["format", "chance", "overlay", "wire", "zone"],
      ["sketch", "phase", "trend", "peak-day"],
      ["gauge"],
      ["cell"],
      ["aggregate", "targets"],
      ["traffic", "slo"],
      ["verdict"],
      ["proof", "capacity"],
      ["comparison", "run"],
      ["judgement"],
      ["cost", "gameday", "likeness", "news"],
      ["forecast", "readiness"],
      ["testing"],
    ],
  },
  formats: { under: "src", floors: [["text"], ["gauges", "wire"], ["file"], ["testing"]] },
  db: {
    under: "src",
    floors: [
      ["folds"],
      ["generated", "accounts", "backup", "cells", "jobs"],
      ["reads/catalog", "reads/cells", "reads/workspace", "sweep", "workspace-deletion", "workspace-export"],
      ["live", "reads/run", "reads/experiment", "reads/comparison", "traffic"],
      ["testing"],
    ],
  },
  services: {
    under: "src",
    floors: [
      [
        "attempt",
        "audit-log",
        "catalog",
        "jobs",
        "live",
        "mail",
        "member",
        "saved-view",
        "search",
        "service",
        "session",
        "tracing",
      ],
      ["health", "sign-in-link", "token", "workspace", "invitation", "service-event"],
      ["account", "ci-identity", "notification", "quota", "run/record"],
      ["run/load"],
      ["accepted-risk", "action", "badge", "comparison", "run/comment", "run/edit"],
      ["run/judge"],
      ["run/import", "run/read"],
      ["capacity", "traffic"],
      ["experiment", "likeness", "peak-day", "run/live", "run/reparse", "trend", "upload-ticket"],
      ["run/judgement"],
      ["gameday", "run/notice", "slo"],
      ["demo", "overview", "readiness"],
      ["share", "weekly-mail"],
      ["testing"],
    ],
  },
  web: {
    under: "src",
    floors: [
      ["feed", "trpc"],
      ["server"],
      ["features/shell"],
      ["features/delta"],
      ["features/demo", "features/story"],
      [
        "features/account",
        "features/api-reference",
        "features/badge",
        "features/design",
        "features/first-run",
        "features/mapping",
        "features/saved-views",
        "features/settings",
        "features/share",
        "features/trend",
      ],
      ["features/run/view"],
      ["features/run/figures"],
      ["features/run/verdict"],
      ["features/run/timeline"],
      [
        "features/run",
        "features/run/capacity",
        "features/run/compare",
        "features/run/gone",
        "features/run/likeness",
        "features/run/live",
        "features/run/tables",
      ],
      ["features/run/page"],
      ["features/run/export", "features/run/shared"],
      ["features/comparison/charts"],
      ["features/comparison/view"],
      ["features/comparison/figures", "features/comparison/gauges", "features/comparison/overlay"],
      ["features/comparison"],
      ["features/comparison/pair"],
      ["features/comparison/against", "features/comparison/many", "features/comparison/rounds"],
      ["features/comparison/shared"],
      ["features/catalog", "features/upload"],
      ["features/overview"],
      ["features/event", "features/slo", "features/trace"],
      ["features/experiment", "features/peak-day", "features/service"],
      ["features/gameday", "features/palette"],
      ["features/readiness"],
      ["features/notification", "features/picture"],
      ["server/app-router.ts"],
      ["server/server-caller.ts"],
      ["app"],
    ],
    typesForAll: ["server/app-router.ts"],
  },
  ingest: {
    under: "src",
    floors: [
      ["oidc", "rate", "room"],
      ["metrics"],
      ["body", "cell-file", "comparison", "plugins"],
      ["kept-files", "upload"],
      ["curve", "demo", "wire"],
      ["jobs", "routes"],
      ["testing"],
    ],
  },
  ui: {
    under: "src",
    floors: [
      ["styles", "tokens", "format"],
      ["components/page", "charts/model"],
      ["components/fields", "components/status"],
      ["components/overlays", "components/tables"],
      ["charts/plot"],
      ["charts/frame"],
      ["charts/time"],
      ["charts/xy"],
    ],
  },
};

/** The room that a file of the package is in: the longest that holds it, or the file itself. Null: none. */
export function roomOf({ under, floors }: Rooms, path: string): string | null {
  if (!path.startsWith(`${under}/`)) return null;
  const inside = path.slice(under.length + 1);
  const holding = floors.flat().filter((room) => inside === room || inside.startsWith(`${room}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Whether a file under the divided folder lies in a folder that the table does not name. */
export function isHomeless(own: Rooms, path: string): boolean {
  if (!path.startsWith(`${own.under}/`) || roomOf(own, path) !== null) return false;
  const folder = dirname(path.slice(own.under.length + 1));
  return folder !== "." && !own.floors.flat().some((room) => room.startsWith(`${folder}/`));
}

export function mayEnter({ floors }: Rooms, from: string, to: string): boolean {
  const floorOf = (room: string) => floors.findIndex((floor) => floor.includes(room));
  return from === to || floorOf(to) < floorOf(from);
}

/** Whether any room may import the file, if only its types. */
export function givesTypesToAll({ under, typesForAll = [] }: Rooms, path: string): boolean {
  return typesForAll.some((file) => path === `${under}/${file}`);
}
