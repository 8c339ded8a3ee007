import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { runCommand } from "../run-command.ts";
import {
  INDEX_TARGET_FORMAT,
  mirrorsAmong,
  parseDeb822Sources,
  parseIndexTargets,
  parseOneLineSources,
} from "./apt-sources.ts";
import { newestTimescalePackage } from "./package-choice.ts";
import type { TimescalePackage } from "./package-choice.ts";

/** The addresses of Debian's archive that this machine is configured to use, most likely first. */
export async function machineMirrors(aptFolder = "/etc/apt"): Promise<string[]> {
  const targets = await runCommand("apt-get", ["indextargets", "--format", INDEX_TARGET_FORMAT]);
  const known = targets.code === 0 ? parseIndexTargets(targets.stdout) : [];
  // Prints nothing before the machine's first `apt-get update`; the files are read then.
  return known.length > 0 ? known : mirrorsInFiles(aptFolder);
}

export function mirrorsInFiles(aptFolder: string): string[] {
  const parts = listFolder(join(aptFolder, "sources.list.d")).map((name) =>
    join(aptFolder, "sources.list.d", name),
  );
  const files = [join(aptFolder, "sources.list"), ...parts];
  const sources = files.flatMap((file) => {
    if (file.endsWith(".list")) return parseOneLineSources(readText(file));
    if (file.endsWith(".sources")) return parseDeb822Sources(readText(file));
    return [];
  });
  return mirrorsAmong(sources);
}

/** TimescaleDB in the machine's existing package index (from PGDG's or Timescale's repository, for example). */
export async function timescaleInMachineIndex(): Promise<TimescalePackage | null> {
  const pattern = "^(postgresql-[0-9]+-timescaledb|timescaledb-2-postgresql-[0-9]+)$";
  const result = await runCommand("apt-cache", ["search", "--names-only", pattern]);
  return result.code === 0 ? newestTimescalePackage(result.stdout) : null;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
