import "./heap.ts";
import {
  checkConnections,
  createMailer,
  webhookPoster,
  instanceSecret,
  JOB_CONNECTIONS,
  LiveIntake,
  mostConnections,
  newestMigration,
  openBatchLog,
  openServices,
  OwnClock,
  isTraced,
  startReporting,
  startTracing,
  stopUnlessSchemaFits,
  StorageLimit,
  TrafficIntake,
  Uploads,
} from "@headroom/services";
import type { ReadPage } from "@headroom/services";
import { buildApp } from "./build-app.ts";
import { readIngestEnv } from "./env.ts";
import { Busiest, LISTED } from "./metrics/busiest.ts";
import { startJobs } from "./jobs/start-jobs.ts";
import { limitsOf, rateLimitsOf, trafficKeptFor } from "./limits.ts";
import { startAddingUp, startCounting } from "./counting.ts";
import { folderOf, openKeptFileStore } from "./kept-files/open-store.ts";
import { markOf } from "./kept-files/store-mark.ts";
import { stopping } from "./plugins/drain.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { serveMetrics } from "./metrics/serve-metrics.ts";
import { Issuers } from "./oidc/issuers.ts";
import { RateLimits } from "./rate/rate-limits.ts";
import { Room } from "./room/room.ts";
import { watchRoom } from "./room/watch-room.ts";
import { startSweeping } from "./sweeping.ts";
import { ParserPool } from "./upload/parser-pool.ts";

const env = readIngestEnv();
const tracing = await startTracing("headroom-ingest", env);
const services = openServices({
  url: env.DATABASE_URL,
  maxConnections: env.HEADROOM_DATABASE_CONNECTIONS,
  ...(env.HEADROOM_DATABASE_DIRECT_URL === undefined ? {} : { directUrl: env.HEADROOM_DATABASE_DIRECT_URL }),
});
await stopUnlessSchemaFits(services);
const roles = new Set(env.HEADROOM_ROLES);
const connections = mostConnections(
  {
    url: env.DATABASE_URL,
    directUrl: env.HEADROOM_DATABASE_DIRECT_URL,
    pool: env.HEADROOM_DATABASE_CONNECTIONS,
  },
  // One holds the lock that shows that this process is alive, and one the leases of what it counts.
  1 + (roles.has("count") ? 1 : 0) + (roles.has("jobs") ? JOB_CONNECTIONS : 0),
);
const room = new Room({
  minFreeBytes: env.HEADROOM_MIN_FREE_BYTES,
  maxDatabaseBytes: env.HEADROOM_MAX_DATABASE_BYTES ?? null,
});
const ownClock = new OwnClock(services);
const maxWorkspaceBytes = env.HEADROOM_MAX_WORKSPACE_BYTES ?? null;
const uploads = new Uploads(services, { assertRoom: room.assertEnough });
const batchLog = openBatchLog(services, { maxBytes: env.HEADROOM_MAX_LIVE_LOG_BYTES });
const intake = new LiveIntake(batchLog);
const traffic = new TrafficIntake(batchLog);
const parsers = new ParserPool();
const webUrl = env.HEADROOM_WEB_URL.replace(/\/+$/, "");
const limits = limitsOf(env);
const ending = new AbortController();
const busiest = new Busiest().start();
const listed = new Busiest(LISTED).start();
const allowPrivate = env.HEADROOM_WEBHOOKS_TO_PRIVATE === "true";
const keptFiles = await openKeptFileStore(env);
const deps = {
  services,
  accepts: roles.has("accept"),
  uploads,
  intake,
  traffic,
  trafficKept: trafficKeptFor(env),
  replicaLabels: {
    sure: env.HEADROOM_REPLICA_LABELS,
    likely: env.HEADROOM_LIKELY_REPLICA_LABELS,
    finds: env.HEADROOM_FIND_REPLICAS === "true",
  },
  parsers,
  room,
  ownClock,
  storageLimit: new StorageLimit(maxWorkspaceBytes),
  keptFiles,
  smtp: env.HEADROOM_SMTP_URL ? { url: env.HEADROOM_SMTP_URL, from: env.HEADROOM_MAIL_FROM } : null,
  webUrl,
  postWebhook: webhookPoster({ allowPrivate }),
  allowPrivate,
  secret: instanceSecret(env),
  rateLimits: new RateLimits(rateLimitsOf(env)),
  ciIssuers: new Issuers({ issuers: env.HEADROOM_CI_ISSUERS ?? [], clock: services.clock }),
  trustedProxies: env.HEADROOM_INGEST_TRUSTED_PROXIES,
  uploadsAtOnce: env.HEADROOM_MAX_UPLOADS,
  logLevel: env.HEADROOM_LOG_LEVEL,
  isTraced: isTraced(env),
  metrics: env.HEADROOM_METRICS_PORT === undefined ? null : createMetrics({ services, room, busiest }),
  busiest,
  listed,
  ...limits,
  bodyLimits: { ...limits.bodyLimits, ending: ending.signal },
};
const { app, draining } = buildApp(deps);
await ownClock.check();
if (ownClock.isOff)
  app.log.error({ aheadSeconds: ownClock.aheadSeconds }, "the clock differs from the database's");
const tooMany = await checkConnections(services, connections);
if (tooMany !== null) app.log.warn(tooMany);
const watching = await watchRoom(
  {
    room,
    services,
    databaseDir: env.HEADROOM_DATABASE_DIR ?? null,
    keptFilesDir: env.HEADROOM_RAW_FILES === undefined ? null : folderOf(env.HEADROOM_RAW_FILES),
  },
  app.log,
);
const jobs = roles.has("jobs") ? startJobs(deps, app.log) : null;
const maxSources = env.HEADROOM_MAX_TRAFFIC_SERIES;
const counted = {
  services,
  log: batchLog,
  room,
  ownClock,
  maxSources,
  read: (page: ReadPage) => deps.metrics?.countPage(page),
};
const counting = roles.has("count") ? startCounting(counted, app.log) : null;
const addingUp = roles.has("count")
  ? startAddingUp({ services, ownClock, keepDays: deps.trafficKept, maxSources }, app.log)
  : null;
const mailer = createMailer({ secret: deps.secret, webUrl });
const sweeping = startSweeping(
  {
    services,
    ownClock,
    ofAll: roles.has("jobs"),
    uploads,
    intake,
    warning: { maxBytes: maxWorkspaceBytes, mailer },
    alerts: { secret: deps.secret, mailer, keepDays: deps.trafficKept },
    sendsMail: deps.smtp !== null,
    silence: { silentSeconds: env.HEADROOM_LIVE_SILENT_SECONDS, limits: limits.importLimits, webUrl },
  },
  app.log,
);

const reporting = startReporting(services, {
  kind: "ingest",
  startedAt: new Date(performance.timeOrigin),
  restartedAfter: env.HEADROOM_RESTARTED_AFTER,
  ownClock,
  sent: () => Object.fromEntries(listed.counts),
  facts: async () => ({
    room: room.facts,
    newestMigration: newestMigration(),
    connections,
    roles: [...roles],
    keptFiles: keptFiles === null ? null : await markOf(keptFiles, services.newId),
    ...(counting === null
      ? {}
      : { partitions: counting.leases.held.size, countedBatches: counting.takeCounted() }),
  }),
});

/** What is left for the responses to the last uploads. */
const LAST_ANSWERS_MILLIS = 2_000;

async function stop(signal: string): Promise<void> {
  app.log.info({ signal }, "stopping: rejecting new uploads, waiting for running ones to finish");
  // After the deadline, uploads that still arrive are refused and removed, and then the connections are closed.
  const drainMillis = env.HEADROOM_DRAIN_SECONDS * 1_000;
  const late = setTimeout(() => ending.abort(stopping()), drainMillis);
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMillis + LAST_ANSWERS_MILLIS);
  sweeping.stop();
  watching.stop();
  await Promise.all([draining.begin().then(() => app.close()), jobs?.stop()]);
  await Promise.all([counting?.stop(), addingUp?.stop()]);
  clearTimeout(late);
  clearTimeout(cut);
  await parsers.close();
  await uploads.close();
  await reporting.stop();
  await services.db.close();
  await tracing.stop().catch(() => undefined);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stop(signal).catch((error: unknown) => {
      app.log.error({ err: error }, "failed to stop");
      process.exitCode = 1;
    });
  });
}

try {
  if (deps.metrics !== null && env.HEADROOM_METRICS_PORT !== undefined)
    await serveMetrics(deps.metrics.registry, {
      host: env.HEADROOM_METRICS_HOST,
      port: env.HEADROOM_METRICS_PORT,
    });
  await app.listen({ host: env.HEADROOM_INGEST_HOST, port: env.HEADROOM_INGEST_PORT });
} catch (error) {
  app.log.fatal(
    { err: error },
    "cannot listen; set HEADROOM_INGEST_PORT or HEADROOM_METRICS_PORT to another port",
  );
  process.exit(1);
}
