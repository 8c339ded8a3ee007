import { chownSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { runCommand } from "../run-command.ts";

/** The user that the server runs as. PostgreSQL refuses to run as root. */
export type Identity =
  | { kind: "self"; uid: number }
  | { kind: "other-user"; uid: number }
  | { kind: "user-namespace"; uid: number };

/** High enough to be unused, low enough for containers that map 65,536 ids. It needs no entry in /etc/passwd. */
export const SERVER_UID = 54321;

/** Whether any user can pass through every existing folder on the way to `path`. */
export function reachableByOthers(path: string): boolean {
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  for (; ; folder = dirname(folder)) {
    const { mode } = statSync(folder);
    if ((mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * Root starts the server as another user if that user can reach its files, otherwise in a user namespace, in which
 * root's files belong to the server. Null: neither works for these folders.
 */
export async function chooseIdentity(folders: readonly string[]): Promise<Identity | null> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) return { kind: "self", uid };
  const candidates: Identity[] = [
    { kind: "other-user", uid: SERVER_UID },
    { kind: "user-namespace", uid: 0 },
  ];
  for (const candidate of candidates) if (await canEnter(candidate, folders)) return candidate;
  return null;
}

async function canEnter(identity: Identity, folders: readonly string[]): Promise<boolean> {
  const script = 'for folder; do test -x "$folder" || exit 1; done';
  const [command, ...parameters] = asIdentity(identity, ["sh", "-c", script, "sh", ...folders], {
    endWithParent: false,
  });
  return command !== undefined && (await runCommand(command, parameters)).code === 0;
}

/** The command line that runs `command` as this identity. The pid stays the same: each step replaces itself with the next. */
export function asIdentity(
  identity: Identity,
  command: readonly string[],
  options: { endWithParent: boolean },
): string[] {
  // SIGINT is PostgreSQL's fast shutdown.
  const deathSignal = options.endWithParent ? ["--pdeathsig", "INT"] : [];
  const id = String(SERVER_UID);
  switch (identity.kind) {
    case "self":
      return options.endWithParent ? ["setpriv", ...deathSignal, ...command] : [...command];
    case "other-user": {
      const user = ["--reuid", id, "--regid", id, "--clear-groups", "--no-new-privs"];
      return ["setpriv", ...user, ...deathSignal, ...command];
    }
    case "user-namespace": {
      const map = ["--user", `--map-user=${id}`, `--map-group=${id}`];
      return ["unshare", ...map, "setpriv", "--no-new-privs", ...deathSignal, ...command];
    }
  }
}

/** Gives the folder and everything in it to the identity, if someone else owns it: root may have started it differently before. */
export function giveTo(identity: Identity, folder: string): void {
  if (identity.kind === "self" || lstatSync(folder).uid === identity.uid) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chownSync(path, identity.uid, identity.uid);
  }
  // Last, so that the next start notices an interrupted pass: the folder itself still has its old owner.
  chownSync(folder, identity.uid, identity.uid);
}
