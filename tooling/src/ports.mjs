import { createServer } from "node:net";
import { SetupFailure, errorCode } from "./failure.mjs";

/**
 * @typedef {{ web: number, ingest: number, database: number }} Ports
 *
 * What people and other machines use. Null: nothing but this machine does.
 *
 * @typedef {{ webUrl: string | null, ingestUrl: string | null, ingestHost: string }} Addresses
 */

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

/** @returns {Addresses} */
export function readAddresses(env = process.env) {
  const webUrl = readUrl(env, "HEADROOM_WEB_URL");
  if (webUrl !== null && new URL(webUrl).pathname !== "/") {
    throw new SetupFailure(
      `HEADROOM_WEB_URL is "${webUrl}", but the pages only work at the root of a host.`,
      "Give them a host of their own, such as https://headroom.example.",
    );
  }
  return {
    webUrl,
    ingestUrl: readUrl(env, "HEADROOM_INGEST_URL"),
    ingestHost: env["HEADROOM_INGEST_HOST"] || host,
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 */
function readUrl(env, name) {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text.replace(/\/+$/, "");
  throw new SetupFailure(
    `${name} is "${text}", which is not an http or https URL.`,
    `Set ${name} to what people open, such as https://headroom.example.`,
  );
}

/**
 * How this machine reaches what listens there.
 *
 * @param {string} listens
 * @param {number} port
 */
export function localUrl(listens, port) {
  if (listens === "0.0.0.0" || listens === "::") return `http://${host}:${port}`;
  return `http://${listens.includes(":") ? `[${listens}]` : listens}:${port}`;
}

/**
 * Throws if ports are taken, naming all of them and the variables that change them.
 *
 * @param {Record<string, number>} wanted By variable.
 * @param {string} [ingestHost]
 */
export async function assertPortsFree(wanted, ingestHost = host) {
  const checked = await Promise.all(
    Object.entries(wanted).map(async ([name, port]) => {
      const listens = name === "HEADROOM_INGEST_PORT" ? ingestHost : host;
      return { name, port, fault: await tryListen(port, listens) };
    }),
  );
  const foreign = checked.find(({ fault }) => fault === "EADDRNOTAVAIL" || fault === "ENOTFOUND");
  if (foreign !== undefined) {
    throw new SetupFailure(
      `HEADROOM_INGEST_HOST is "${ingestHost}", which is not an address of this machine (${foreign.fault}).`,
      "Set it to one, or to 0.0.0.0 for all of them.",
    );
  }
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
 * @param {string} listens
 * @returns {Promise<string | null>}
 */
function tryListen(port, listens) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(errorCode(error) || "unknown"));
    probe.listen({ port, host: listens, exclusive: true }, () => probe.close(() => resolve(null)));
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
