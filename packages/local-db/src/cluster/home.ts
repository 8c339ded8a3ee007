import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

/** The contents of a data folder. */
export interface Home {
  folder: string;
  /** PostgreSQL's own data directory; `clusterLink` is a link to it if it had to be in another place. */
  cluster: string;
  clusterLink: string;
  passwordFile: string;
  log: string;
  lock: string;
  /** Exists once owner, database and extension exist. */
  ready: string;
}

export const OWNER = "headroom";
export const DATABASE = "headroom";
export const SUPERUSER = "postgres";

export function homeAt(dataDir: string): Home {
  const folder = resolve(dataDir);
  const clusterLink = join(folder, "cluster");
  const cluster = linkTarget(clusterLink) ?? clusterLink;
  return {
    folder,
    cluster,
    clusterLink,
    passwordFile: join(folder, "password"),
    log: join(folder, "server.log"),
    lock: join(folder, "start.lock"),
    ready: join(cluster, "headroom-ready"),
  };
}

/** In a place that any user can reach, because the server's user can't enter root's own folders. */
const SYSTEM_DATA = "/var/lib/headroom";

/** The same data folder with its cluster below /var/lib, behind a link that every later start follows. */
export function homeElsewhere(dataDir: string): Home {
  const home = homeAt(dataDir);
  const name = createHash("sha256").update(home.folder).digest("hex").slice(0, 16);
  const place = join(SYSTEM_DATA, name);
  mkdirSync(place, { recursive: true, mode: 0o711 });
  rmSync(home.clusterLink, { force: true });
  symlinkSync(join(place, "cluster"), home.clusterLink);
  return homeAt(dataDir);
}

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

export function readPassword(home: Home): string | null {
  return existsSync(home.passwordFile) ? readFileSync(home.passwordFile, "utf8").trim() : null;
}

export function newPassword(): string {
  return randomBytes(24).toString("base64url");
}

/** Renamed into place, so that a kill in between leaves no empty password. */
export function writePassword(home: Home, password: string): void {
  const draft = `${home.passwordFile}.new`;
  writeFileSync(draft, `${password}\n`, { mode: 0o600 });
  renameSync(draft, home.passwordFile);
}

export function prepareHome(home: Home): void {
  mkdirSync(home.folder, { recursive: true });
  // If root starts it, the server runs as another user, who can pass through but neither list nor read.
  chmodSync(home.folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

export function urlOf(input: { port: number; password: string; user?: string; database?: string }): string {
  const user = input.user ?? OWNER;
  return `postgres://${user}:${input.password}@127.0.0.1:${input.port}/${input.database ?? DATABASE}`;
}
