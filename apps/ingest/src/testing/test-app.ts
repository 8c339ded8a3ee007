import { randomBytes } from "node:crypto";
import { DAY_SECONDS, REPLICA_LABELS } from "@headroom/core";
import type { ReadRun } from "@headroom/core";
import type { FastifyInstance } from "fastify";
import {
  LiveIntake,
  openBatchLog,
  OwnClock,
  startAggregating,
  StorageLimit,
  TrafficIntake,
  Uploads,
} from "@headroom/services";
import { createTenant, createTestServices } from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { buildApp } from "../build-app.ts";
import type { Deps } from "../deps.ts";
import { Busiest } from "../metrics/busiest.ts";
import type { KnownRoute } from "../plugins/not-found.ts";
import { Issuers } from "../oidc/issuers.ts";
import { RateLimits } from "../rate/rate-limits.ts";
import { Room } from "../room/room.ts";
import { ParserPool } from "../upload/parser-pool.ts";
import { checkAnswers } from "./check-answers.ts";

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  routes: readonly KnownRoute[];
  test: TestServices;
  uploads: Uploads;
  home: Tenant;
  foreign: Tenant;
  /** The address of a listening socket, for streams that need one. */
  address: string;
  close(): Promise<void>;
}

const IMPORT_LIMITS = {
  labels: 500,
  labelLength: 500,
  runSeconds: 31 * DAY_SECONDS,
  runCells: 2_000_000,
  badLinesShare: 0.01,
};

const ANY = { token: null, workspace: null };
const WITHOUT_LIMITS = { read: ANY, write: ANY, upload: ANY, live: ANY, liveBytes: null };

const TEST_LIMITS: Pick<Deps, "bodyLimits" | "importLimits" | "liveLimits" | "uploadsAtOnce"> = {
  bodyLimits: {
    bodyBytes: 64_000_000,
    decodedBytes: 128_000_000,
    ratio: 1_000,
    idleSeconds: 20,
    bytesPerSecond: 1_024,
    arrivalSeconds: 600,
  },
  importLimits: IMPORT_LIMITS,
  liveLimits: {
    ...IMPORT_LIMITS,
    batchBytes: 4_000_000,
    batchCells: 5_000,
    writers: 20,
    writerCells: 20_000,
  },
  uploadsAtOnce: 4,
};

const UNWATCHED: Pick<Deps, "logLevel" | "metrics" | "isTraced"> = {
  logLevel: "silent",
  metrics: null,
  isTraced: false,
};

/** Tests upload the same samples many times, and each counts. One that is about that brings a pool of its own. */
class ForgetfulPool extends ParserPool {
  override async parse(...given: Parameters<ParserPool["parse"]>): Promise<ReadRun> {
    const { report, totals } = await super.parse(...given);
    return { report, totals: totals === null ? null : { ...totals, samplesDigest: null } };
  }
}

/** For all apps of a test worker: starting its threads takes more processor time than most tests. */
let parsers: ForgetfulPool | null = null;

/** The whole app on a separate database, with two workspaces that must stay isolated. */
export async function createTestApp(change: Partial<Deps> = {}): Promise<TestApp> {
  const test = await createTestServices();
  const room = new Room({ minFreeBytes: 1_000, maxDatabaseBytes: null });
  const uploads = new Uploads(test.services, { assertRoom: room.assertEnough });
  const log = openBatchLog(test.services);
  const ignored = { failed: () => undefined, interrupted: () => undefined };
  const counting = startAggregating(
    { services: test.services, log, gatherMillis: 1, mayCount: () => !room.isFull },
    ignored,
  );
  parsers ??= new ForgetfulPool(2);
  const deps: Deps = {
    services: test.services,
    accepts: true,
    uploads,
    intake: new LiveIntake(log, { rememberMillis: 0 }),
    traffic: new TrafficIntake(log, { rememberMillis: 0 }),
    replicaLabels: REPLICA_LABELS,
    trafficKept: { 1: 2, 10: 14, 60: 90, 600: 730 },
    parsers,
    room,
    ownClock: new OwnClock(test.services),
    storageLimit: new StorageLimit(null),
    keptFiles: null,
    webUrl: "http://127.0.0.1:4000",
    secret: randomBytes(32),
    smtp: null,
    postWebhook: () => Promise.resolve(204),
    allowPrivate: false,
    rateLimits: new RateLimits(WITHOUT_LIMITS),
    ciIssuers: new Issuers({ issuers: [], clock: test.services.clock }),
    trustedProxies: 0,
    busiest: new Busiest(),
    listed: new Busiest(),
    ...UNWATCHED,
    ...TEST_LIMITS,
    ...change,
  };
  const { app, routes } = buildApp(deps);
  const differences = checkAnswers(app);
  const [home, foreign] = [
    await createTenant(test.services, "home"),
    await createTenant(test.services, "foreign"),
  ];
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    app,
    deps,
    routes,
    test,
    uploads,
    home,
    foreign,
    address,
    async close() {
      await app.close();
      await counting.stop();
      await uploads.close();
      await test.drop();
      if (differences.length > 0)
        throw new Error(`Not as the contract says:\n${[...new Set(differences)].join("\n")}`);
    },
  };
}
