export interface Env {
  databaseUrl: string | null;
  databasePort: number | null;
  cacheHome: string | null;
}

/** The only place of this package that reads the environment. */
export function env(source: NodeJS.ProcessEnv = process.env): Env {
  const port = Number(source["HEADROOM_DB_PORT"] ?? "");
  return {
    databaseUrl: source["DATABASE_URL"] || null,
    databasePort: Number.isInteger(port) && port > 0 && port < 65536 ? port : null,
    cacheHome: source["XDG_CACHE_HOME"] || null,
  };
}
