import { createServer } from "node:net";
import { SetupFailure, errorCode } from "./failure.mjs";

/** @typedef {{ web: number, ingest: number, database: number }} Ports */

const host = "127.0.0.1";

export function readPorts(env = process.env) {
  const [web, ingest, database] = [
    readPort(env, "HEADROOM_WEB_PORT", 4000),
    readPort(env, "HEADROOM_INGEST_PORT", 4001),
    readPort(env, "HEADROOM_DB_PORT", 4002),
  ];
  /** @type {Map<number, string>} */
  const seen = new Map();
  for (const { name, port } of [web, ingest, database]) {
    if (seen.has(port)) {
      throw new SetupFailure(`${seen.get(port)} and ${name} are both ${port}.`, `Give ${name} another port.`);
    }
    seen.set(port, name);
  }
  return { web: web.port, ingest: ingest.port, database: database.port };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} standard
 */
function readPort(env, name, standard) {
  const text = env[name];
  if (text === undefined || text === "") return { name, port: standard };
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetupFailure(
      `${name} is "${text}", which is not a port.`,
      `Set ${name} to a whole number, 1 to 65535.`,
    );
  }
  return { name, port };
}

/**
 * Throws if ports are taken, naming all of them and the variables that change them.
 *
 * @param {Record<string, number>} wanted By variable.
 */
export async function assertPortsFree(wanted) {
  const checked = await Promise.all(
    Object.entries(wanted).map(async ([name, port]) => ({ name, port, fault: await tryListen(port) })),
  );
  for (const { name, port } of checked.filter(({ fault }) => fault === "EACCES")) {
    throw new SetupFailure(
      `Port ${port} (${name}) requires more rights than this user has.`,
      `Set ${name} to a port above 1023.`,
    );
  }
  const taken = checked.filter(({ fault }) => fault !== null);
  if (taken.length === 0) return;
  const ports = taken.map(({ name, port }) => `${port} (${name})`).join(" and ");
  const example = taken.map(({ name, port }) => `${name}=${suggest(port)}`).join(" ");
  throw taken.length === 1
    ? new SetupFailure(
        `Port ${ports} is in use by another process.`,
        `Choose a free port, for example: ${example} npm start`,
      )
    : new SetupFailure(
        `Ports ${ports} are in use by other processes.`,
        `Choose free ports, for example: ${example} npm start`,
      );
}

/** @param {number} port */
function suggest(port) {
  return port + 100 <= 65_535 ? port + 100 : port - 100;
}

/**
 * @param {number} port
 * @returns {Promise<string | null>}
 */
function tryListen(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(errorCode(error) || "unknown"));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

/**
 * A port that is free now. If another process takes it first, whatever we start on it reports that.
 *
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host }, () => {
      const address = probe.address();
      const port = typeof address === "object" ? address?.port : undefined;
      probe.close(() => (port === undefined ? reject(new Error("The probe has no port.")) : resolve(port)));
    });
  });
}
