import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { headroomDir } from "./paths.mjs";
import { identify, isAlive, stop } from "./live-process.mjs";

/** @import { Identity } from "./live-process.mjs" */

/**
 * Each command of this checkout keeps a file that lists the processes it started. A killed command leaves its file
 * behind, and the next command ends the processes listed in it.
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
    // The disk is full. The file lists a process too many, but readers check whether it is alive.
  }
}

/** The commands of this checkout that are still running. */
export function runningCommands() {
  return readAll().filter(({ record }) => record.owner.pid !== process.pid && isAlive(record.owner));
}

/** Ends the processes that killed commands left behind and returns their names. */
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
