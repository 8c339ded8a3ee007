import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What lies in a data folder. */
export interface Home {
  folder: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  passwordFile: string;
  log: string;
  lock: string;
  /** Present once owner, database and extension are there. */
  ready: string;
}

export const OWNER = "headroom";
export const DATABASE = "headroom";
export const SUPERUSER = "postgres";

export function homeAt(dataDir: string): Home {
  const folder = resolve(dataDir);
  return {
    folder,
    cluster: join(folder, "cluster"),
    passwordFile: join(folder, "password"),
    log: join(folder, "server.log"),
    lock: join(folder, "start.lock"),
    ready: join(folder, "cluster", "headroom-ready"),
  };
}

export function readPassword(home: Home): string | null {
  return existsSync(home.passwordFile) ? readFileSync(home.passwordFile, "utf8").trim() : null;
}

export function ensurePassword(home: Home): string {
  const known = readPassword(home);
  if (known) return known;
  const password = randomBytes(24).toString("base64url");
  // Renamed into place, so that a kill in between leaves no empty password.
  const draft = `${home.passwordFile}.new`;
  writeFileSync(draft, `${password}\n`, { mode: 0o600 });
  renameSync(draft, home.passwordFile);
  return password;
}

export function prepareHome(home: Home): void {
  mkdirSync(home.folder, { recursive: true });
  // The server's user passes through; only the owner of the folder can list it or read the password.
  chmodSync(home.folder, 0o711);
}

export function urlOf(input: { port: number; password: string; user?: string; database?: string }): string {
  const user = input.user ?? OWNER;
  return `postgres://${user}:${input.password}@127.0.0.1:${input.port}/${input.database ?? DATABASE}`;
}
