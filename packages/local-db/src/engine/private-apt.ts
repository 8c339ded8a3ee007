import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { lastLines, runCommand, runOrFail } from "../run-command.ts";
import type { CommandResult } from "../run-command.ts";
import { diskFull, LocalDatabaseError } from "../problem.ts";
import type { Log } from "../log.ts";

/**
 * apt-get with a configuration, lists, cache and status of its own below one folder. It needs no rights and changes
 * nothing of the machine's; the machine's proxies, certificates and mirror passwords keep applying.
 */
export interface PrivateApt {
  folder: string;
  archives: string;
  env: Record<string, string>;
}

/** `sources`: lines of a separate sources.list, or null for the machine's own sources and lists. */
export async function preparePrivateApt(
  folder: string,
  sources: readonly string[] | null,
): Promise<PrivateApt> {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["state/lists/partial", "cache/archives/partial", "log"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, "status"), "");
  const configuration = [...(await machineAcquireSettings()), ...ownSettings(folder, sources !== null)];
  if (sources !== null) writeFileSync(join(folder, "sources.list"), `${sources.join("\n")}\n`);
  const file = join(folder, "apt.conf");
  writeFileSync(file, `${configuration.join("\n")}\n`);
  return {
    folder,
    archives: join(folder, "cache/archives"),
    env: { APT_CONFIG: file, DEBIAN_FRONTEND: "noninteractive" },
  };
}

/**
 * Proxies and certificates live under Acquire. They are copied, because reading the machine's files whole would bring
 * their hooks along, which run as root and clean the machine's own cache.
 */
async function machineAcquireSettings(): Promise<string[]> {
  const dump = await runOrFail("apt-config", ["dump"], {
    doing: "reading the machine's apt configuration",
    hint: "check that `apt-config dump` works",
  });
  return dump
    .split("\n")
    .filter((line) => line.startsWith("Acquire::") && !line.startsWith("Acquire::IndexTargets"));
}

function ownSettings(folder: string, ownSources: boolean): string[] {
  const settings: Record<string, string> = {
    "Dir::Etc::main": "/dev/null",
    "Dir::Etc::parts": "/dev/null",
    "Dir::State::status": join(folder, "status"),
    "Dir::State::extended_states": join(folder, "state/extended_states"),
    "Dir::Cache": join(folder, "cache"),
    "Dir::Cache::archives": join(folder, "cache/archives"),
    "Dir::Log": join(folder, "log"),
    "APT::Sandbox::User": "",
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
    "Acquire::http::Timeout": "20",
    "Acquire::https::Timeout": "20",
  };
  if (ownSources) {
    settings["Dir::Etc::sourcelist"] = join(folder, "sources.list");
    settings["Dir::Etc::sourceparts"] = "/dev/null";
    settings["Dir::Etc::preferences"] = "/dev/null";
    settings["Dir::Etc::preferencesparts"] = "/dev/null";
    settings["Dir::State"] = join(folder, "state");
    settings["Dir::State::lists"] = join(folder, "state/lists");
  } else {
    // The machine's lists are only read, and only root may lock them.
    settings["Debug::NoLocking"] = "true";
  }
  return Object.entries(settings).map(([name, value]) => `${name} ${JSON.stringify(value)};`);
}

export async function updateLists(apt: PrivateApt, log: Log): Promise<void> {
  // Without Error-Mode an unreachable mirror is only a warning with exit 0. One retry, so that a dead mirror is reported soon.
  const parameters = ["-q", "-o", "APT::Update::Error-Mode=any", "-o", "Acquire::Retries=1", "update"];
  const waiting = setInterval(() => log("still reading the package lists"), 10_000);
  const result = await runCommand("apt-get", parameters, { env: apt.env, timeoutSeconds: 300 });
  clearInterval(waiting);
  if (result.code !== 0) throw downloadProblem("reading the package lists", result);
}

/** What apt would install on an empty machine. */
export async function simulateInstall(apt: PrivateApt, wanted: readonly string[]): Promise<string> {
  return runOrFail("apt-get", ["install", "--simulate", "--no-install-recommends", "--yes", ...wanted], {
    env: apt.env,
    doing: "resolving the packages",
    hint: "the package index is inconsistent; try again after the mirror has finished updating",
  });
}

export async function downloadPackages(
  apt: PrivateApt,
  names: readonly string[],
  log: Log,
): Promise<string[]> {
  const uris = await runOrFail("apt-get", ["download", "--print-uris", ...names], {
    env: apt.env,
    doing: "looking up the packages",
    hint: "check the machine's package sources",
  });
  const total = [...uris.matchAll(/\.deb (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  log(`downloading ${names.length} packages, ${megabytes(total)} MB`);
  const progress = setInterval(() => {
    log(`downloading: ${megabytes(folderBytes(apt.archives))} of ${megabytes(total)} MB`);
  }, 5000);
  try {
    const options = { env: apt.env, cwd: apt.archives, timeoutSeconds: 1800 };
    const result = await runCommand("apt-get", ["-q", "download", ...names], options);
    if (result.code !== 0) throw downloadProblem("downloading the packages", result);
  } finally {
    clearInterval(progress);
  }
  return readdirSync(apt.archives)
    .filter((name) => name.endsWith(".deb"))
    .map((name) => join(apt.archives, name));
}

function downloadProblem(doing: string, result: CommandResult): LocalDatabaseError {
  const said = `${result.stdout}\n${result.stderr}`;
  if (/no space left on device/i.test(said)) return diskFull(doing);
  // The first error is the cause; the following ones are its consequences.
  const firstError = /^E: (.*)$/m.exec(said)?.[1];
  const reason = result.timedOut ? "timed out" : (firstError ?? lastLines(said, 1));
  if (/NO_PUBKEY|not signed|EXPKEYSIG/.test(said)) {
    return new LocalDatabaseError(
      "mirror-unreachable",
      `${doing}: the mirror's signature cannot be checked (${reason})`,
      "install the latest debian-archive-keyring package, then start again",
    );
  }
  return new LocalDatabaseError(
    "mirror-unreachable",
    `${doing}: the package mirror cannot be reached (${reason})`,
    "check the network and the machine's apt proxy, then start again, or set DATABASE_URL to your own TimescaleDB",
  );
}

function folderBytes(folder: string): number {
  const files = [folder, join(folder, "partial")].flatMap((path) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(path, entry.name)),
  );
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
