export interface LocalDatabase {
  /** Logs in as the owner of the database, who isn't a superuser. */
  url: string;
  /** Logs in as the superuser; null for an existing database. */
  adminUrl: string | null;
  port: number;
  /** null for an existing database and for one in Docker. */
  pid: number | null;
  /** PostgreSQL's version; null for an existing database. */
  version: string | null;
  source: "given" | "engine" | "docker";
  /** It was already running. */
  adopted: boolean;
  stop(): Promise<void>;
}
