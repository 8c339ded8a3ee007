import { LocalDatabaseError } from "./problem.ts";

export interface Env {
  databaseUrl: string | null;
  databasePort: number | null;
  cacheHome: string | null;
}

/** The only place in this package that reads the environment. */
export function env(source: NodeJS.ProcessEnv = process.env): Env {
  const port = source["HEADROOM_DB_PORT"];
  return {
    databaseUrl: source["DATABASE_URL"] || null,
    databasePort: port ? parsePort("HEADROOM_DB_PORT", port) : null,
    cacheHome: source["XDG_CACHE_HOME"] || null,
  };
}

/** 0 means any free port. */
export function parsePort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new LocalDatabaseError(
    "usage",
    `${name} is ${JSON.stringify(text)}`,
    "use a port from 1 to 65535, or 0 for any free port",
  );
}

/** The environment for the programs we start: the machine's own, with messages that can be recognized. */
export function programEnv(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: "C", ...own };
}
