import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/*
 * Tells scripts where the running instance is. It contains secrets of the local demo, so only the owner can read it,
 * from the first byte on.
 */
/**
 * @typedef {object} Local
 * @property {string | null} webUrl
 * @property {string | null} ingestUrl
 * @property {string | null} publicWebUrl
 * @property {string | null} publicIngestUrl
 * @property {string | null} ingestToken
 * @property {string | null} readToken
 * @property {string | null} manageToken
 * @property {string | null} ownerSignInUrl
 * @property {string | null} databaseUrl
 * @property {number | null} webPid
 * @property {number | null} ingestPid
 * @property {number | null} databasePid
 */

/** @type {Local} */
const emptyLocal = {
  webUrl: null,
  ingestUrl: null,
  publicWebUrl: null,
  publicIngestUrl: null,
  ingestToken: null,
  readToken: null,
  manageToken: null,
  ownerSignInUrl: null,
  databaseUrl: null,
  webPid: null,
  ingestPid: null,
  databasePid: null,
};

/**
 * @param {string} file
 * @param {Partial<Local>} values
 */
export function writeLocal(file, values) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ ...emptyLocal, ...values }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}

/**
 * @param {string} file
 * @returns {Local | null}
 */
export function readLocal(file) {
  try {
    return { ...emptyLocal, ...JSON.parse(readFileSync(file, "utf8")) };
  } catch {
    return null;
  }
}

/**
 * A stopped instance has no pids, and its sign-in link does not work.
 *
 * @param {string} file
 */
export function markStopped(file) {
  const local = readLocal(file);
  if (local === null) return;
  writeLocal(file, { ...local, webPid: null, ingestPid: null, databasePid: null, ownerSignInUrl: null });
}
