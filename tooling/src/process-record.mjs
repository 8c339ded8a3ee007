import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { headroomDir } from "./paths.mjs";
import { identify, isAlive, stop } from "./live-process.mjs";

/** @import { Identity } from "./live-process.mjs" */

/**
 * Each command of this checkout keeps a file with the processes it started. A command that was killed leaves its
 * file behind, and the next one ends what is named in it.
 *
 * @typedef {Identity & { name: string }} NamedProcess
 * @typedef {{ command: string, owner: Identity, processes: NamedProcess[] }} ProcessRecord
 */

const folder = join(headroomDir, "processes");
const ownFile = join(folder, `${process.pid}.json`);
/** @type {ProcessRecord | null} */
let own = null;

/** @param {string} command */
export function openRecord(command) {
  own = { command, owner: identify(process.pid), processes: [] };
  save();
  process.on("exit", () => rmSync(ownFile, { force: true }));
}

/**
 * @param {string} name
 * @param {Identity} identity
 */
export function noteProcess(name, identity) {
  if (own === null) return;
  own.processes.push({ name, ...identity });
  save();
}

/** @param {Identity} identity */
export function forgetProcess(identity) {
  if (own === null) return;
  own.processes = own.processes.filter(({ pid }) => pid !== identity.pid);
  try {
    save();
  } catch {
    // A full disk: what stands there too much has ended, which whoever reads the file sees.
  }
}

/** The commands of this checkout that still run. */
export function runningCommands() {
  return readAll().filter(({ record }) => record.owner.pid !== process.pid && isAlive(record.owner));
}

/** Ends what killed commands left behind, and answers the names of what was ended. */
export async function stopOrphans() {
  /** @type {string[]} */
  const names = [];
  for (const { file, record } of readAll()) {
    if (record.owner.pid === process.pid || isAlive(record.owner)) continue;
    for (const orphan of record.processes.filter(isAlive).reverse()) {
      names.push(orphan.name);
      await stop(orphan, { graceMillis: 5_000 });
    }
    rmSync(file, { force: true });
  }
  return names;
}

/** @returns {{ file: string, record: ProcessRecord }[]} */
function readAll() {
  let names;
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(folder, name);
    try {
      /** @type {ProcessRecord} */
      const record = JSON.parse(readFileSync(file, "utf8"));
      return [{ file, record }];
    } catch {
      rmSync(file, { force: true });
      return [];
    }
  });
}

function save() {
  mkdirSync(folder, { recursive: true });
  const temporary = `${ownFile}.new`;
  writeFileSync(temporary, JSON.stringify(own), { mode: 0o600 });
  renameSync(temporary, ownFile);
}
