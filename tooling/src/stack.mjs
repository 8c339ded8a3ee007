import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { migrate, startDatabase, stopDatabase } from "./database.mjs";
import { SetupFailure, lastLines } from "./failure.mjs";
import { root } from "./paths.mjs";
import { localUrl } from "./ports.mjs";
import { run, startService, stopWork } from "./processes.mjs";
import { identify, isAlive } from "./live-process.mjs";
import { Supervisor } from "./supervisor.mjs";
import { howItEnded, waitUntilReady } from "./wait-until-ready.mjs";

/**
 * @import { Database } from "./database.mjs"
 * @import { Local } from "./local-json.mjs"
 * @import { Addresses, Ports } from "./ports.mjs"
 * @import { Service } from "./processes.mjs"
 * @import { Context } from "./setup.mjs"
 */

/**
 * @typedef {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv }} WebProcess
 * @typedef {(place: { node: string, port: number }) => WebProcess} ServeWeb
 * @typedef {Pick<Local, "ingestToken" | "readToken" | "manageToken">} Tokens
 * @typedef {(more?: NodeJS.ProcessEnv) => Service} Begin
 * @typedef {Pick<Local, "webPid" | "ingestPid" | "databasePid">} Pids
 */

/** @type {Addresses} */
const thisMachineOnly = { webUrl: null, ingestUrl: null, ingestHost: "127.0.0.1" };
const ingestDir = join(root, "apps", "ingest");
// Longer than ingest's own drain, so that running uploads finish.
const drainMillis = 30_000;

/**
 * A running Headroom: database, ingest, web. `start`, `dev` and the journeys differ in what they pass in: folders,
 * ports, and how the web is served.
 */
export class Stack {
  #context;
  #place;
  #ingestHost;
  /** @type {Map<string, { service: Service, begin: Begin, readyUrl: string }>} */
  #services = new Map();
  /** @type {Supervisor | null} */
  #supervisor = null;
  /** @type {Database | null} */
  #database = null;
  #isEnding = false;

  /**
   * @param {Context} context
   * @param {{ dataDir: string, logsDir: string, ports: Ports, addresses?: Addresses }} place
   */
  constructor(context, { addresses = thisMachineOnly, ...place }) {
    this.#context = context;
    this.#place = place;
    this.#ingestHost = addresses.ingestHost;
    /** Where this machine reaches them, whatever is in front. */
    this.urls = {
      web: localUrl("127.0.0.1", place.ports.web),
      ingest: localUrl(addresses.ingestHost, place.ports.ingest),
    };
    this.publicUrls = {
      web: addresses.webUrl ?? this.urls.web,
      ingest: addresses.ingestUrl ?? this.urls.ingest,
    };
  }

  /** @param {(line: string) => void} [note] */
  async openDatabase(note) {
    const { dataDir, ports } = this.#place;
    const place = { dataDir, port: ports.database, logFile: this.#logOf("database") };
    this.#database = await startDatabase(this.#context, place, note);
    return this.#database;
  }

  async migrateDatabase() {
    await migrate(this.#context, { url: this.#urlOfDatabase(), logFile: this.#logOf("migrate") });
  }

  async startIngest({ watch = false } = {}) {
    return this.#startService(`${this.urls.ingest}/readyz`, (more) =>
      startService("ingest", this.#context.node, [...(watch ? ["--watch"] : []), "src/main.ts"], {
        cwd: ingestDir,
        env: {
          ...this.#processEnv(),
          HEADROOM_INGEST_HOST: this.#ingestHost,
          // glibc keeps what large bodies took, unless it maps them.
          MALLOC_MMAP_THRESHOLD_: "1048576",
          ...this.#folderOfDatabase(),
          HEADROOM_INGEST_PORT: String(this.#place.ports.ingest),
          // A reload isn't a restart after that end.
          ...(watch ? {} : more),
        },
        logFile: this.#logOf("ingest"),
      }),
    );
  }

  /** @param {ServeWeb} serve */
  async startWeb(serve) {
    const { command, args, cwd, env: own } = serve({ node: this.#context.node, port: this.#place.ports.web });
    return this.#startService(`${this.urls.web}/healthz`, (more) =>
      startService("web", command, args, {
        cwd,
        env: { ...this.#processEnv(), HEADROOM_WEB_PORT: String(this.#place.ports.web), ...own, ...more },
        logFile: this.#logOf("web"),
      }),
    );
  }

  /** @param {Partial<Tokens>} [tokens] */
  provision(tokens = {}) {
    return provisionDemo(this.#context, {
      databaseUrl: this.#urlOfDatabase(),
      webUrl: this.publicUrls.web,
      tokens,
      logFile: this.#logOf("provision"),
    });
  }

  /**
   * Restarts whatever ends on its own, until this stack is shut down. `onChange` gets the new pids.
   *
   * @param {{ say: (text: string) => void, onChange: (pids: Pids) => void }} options
   */
  async supervise({ say, onChange }) {
    if (this.#isEnding) return;
    const supervisor = new Supervisor(say);
    this.#supervisor = supervisor;
    const changed = () => {
      try {
        onChange(this.#pids());
      } catch {
        // On a full disk, they can't be written. What was started still runs.
      }
    };
    const services = [...this.#services].map(([name, { service, begin, readyUrl }]) =>
      supervisor.keep({
        name,
        logFile: this.#logOf(name),
        running: { ended: service.ended.then(howItEnded), ready: Promise.resolve() },
        start: (how) => {
          const next = begin({ HEADROOM_RESTARTED_AFTER: how });
          this.#services.set(name, { service: next, begin, readyUrl });
          changed();
          return { ended: next.ended.then(howItEnded), ready: waitUntilReady(next, readyUrl) };
        },
      }),
    );
    await Promise.all([...services, this.#superviseDatabase(supervisor, changed)]);
  }

  /**
   * Someone else runs the database in DATABASE_URL, and Docker restarts one in a container.
   *
   * @param {Supervisor} supervisor
   * @param {() => void} changed
   */
  async #superviseDatabase(supervisor, changed) {
    if (this.#database === null || this.#database.pid === null) return;
    const { dataDir } = this.#place;
    const port = Number(new URL(this.#database.url).port);
    const logFile = this.#logOf("database");
    await supervisor.keep({
      name: "database",
      logFile,
      running: { ended: this.#endOf(this.#database.pid), ready: Promise.resolve() },
      start: async () => {
        const database = await startDatabase(this.#context, { dataDir, port, logFile });
        this.#database = database;
        changed();
        return { ended: this.#endOf(database.pid ?? 0), ready: Promise.resolve() };
      },
    });
  }

  /**
   * The database isn't a child of this process, so its pid is checked twice a second.
   *
   * @param {number} pid
   */
  async #endOf(pid) {
    const identity = identify(pid);
    while (isAlive(identity) && !this.#isEnding) await delay(500);
    return "unexpectedly";
  }

  /** @returns {Pids} */
  #pids() {
    return {
      webPid: this.#services.get("web")?.service.pid ?? null,
      ingestPid: this.#services.get("ingest")?.service.pid ?? null,
      databasePid: this.#database?.pid ?? null,
    };
  }

  /** Stops what talks to the services first, then what users talk to, and what that depends on last. */
  async shutDown() {
    this.#isEnding = true;
    this.#supervisor?.end();
    await stopWork();
    for (const { service } of [...this.#services.values()].reverse())
      await service.stop({ graceMillis: drainMillis });
    // Even if it has only just started.
    if (!this.#context.env.DATABASE_URL) await stopDatabase(this.#context, this.#place.dataDir);
  }

  /**
   * @param {string} readyUrl
   * @param {Begin} begin
   */
  async #startService(readyUrl, begin) {
    const service = begin();
    this.#services.set(service.name, { service, begin, readyUrl });
    await waitUntilReady(service, readyUrl);
    return service;
  }

  /** For the check of the free space. In a container, the data is on a disk that this process may not see. */
  #folderOfDatabase() {
    return this.#database?.pid ? { HEADROOM_DATABASE_DIR: this.#place.dataDir } : {};
  }

  #urlOfDatabase() {
    if (this.#database === null) throw new Error("Open the database first.");
    return this.#database.url;
  }

  #processEnv() {
    const { env } = this.#context;
    const url = this.#urlOfDatabase();
    return {
      ...env,
      DATABASE_URL: url,
      HEADROOM_DATABASE_DIRECT_URL: env.HEADROOM_DATABASE_DIRECT_URL ?? url,
      HEADROOM_WEB_URL: this.publicUrls.web,
      HEADROOM_INGEST_URL: this.publicUrls.ingest,
    };
  }

  /** @param {string} name */
  #logOf(name) {
    return join(this.#place.logsDir, `${name}.log`);
  }
}

/**
 * Prepares the demo workspace, its owner, tokens and a sign-in link. Tokens that still work stay.
 *
 * @param {Context} context
 * @param {{ databaseUrl: string, webUrl: string, tokens: Partial<Tokens>, logFile: string }} place
 */
export async function provisionDemo({ node, env }, { databaseUrl, webUrl, tokens, logFile }) {
  const { code, output, stdout } = await run(node, ["src/provision.ts"], {
    cwd: ingestDir,
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      HEADROOM_LOCAL_INGEST_TOKEN: tokens.ingestToken ?? "",
      HEADROOM_LOCAL_READ_TOKEN: tokens.readToken ?? "",
      HEADROOM_LOCAL_MANAGE_TOKEN: tokens.manageToken ?? "",
    },
    logFile,
    isAnswerSecret: true,
  });
  if (code !== 0) {
    throw new SetupFailure("Could not prepare the demo workspace.", `See ${logFile}.`, {
      detail: lastLines(output, 12),
    });
  }
  /** @type {{ ingestToken: string, readToken: string, manageToken: string, ownerEmail: string, ownerSignInPath: string }} */
  const { ingestToken, readToken, manageToken, ownerEmail, ownerSignInPath } = JSON.parse(stdout);
  const access = { ingestToken, readToken, manageToken, ownerSignInUrl: `${webUrl}${ownerSignInPath}` };
  return { access, ownerEmail };
}

/**
 * Serves the built pages with the server that Next puts next to them.
 *
 * @param {string} serverFile
 * @returns {ServeWeb}
 */
export function builtWeb(serverFile) {
  return ({ node, port }) => ({
    command: node,
    args: [serverFile],
    cwd: dirname(serverFile),
    env: { NODE_ENV: "production", PORT: String(port), HOSTNAME: "127.0.0.1" },
  });
}
