import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import { KnownLabels, KnownLines } from "@headroom/formats";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { authenticate } from "./plugins/authenticate.ts";
import {
  answerBadAddress,
  answerBrokenRequest,
  answerOddRequests,
  markAnswer,
} from "./plugins/broken-requests.ts";
import { countSenders } from "./plugins/count-senders.ts";
import { allowPages } from "./plugins/cross-origin.ts";
import { drain } from "./plugins/drain.ts";
import type { Draining } from "./plugins/drain.ts";
import { lingerOnEarlyAnswers } from "./plugins/linger.ts";
import { limitRate } from "./plugins/limit-rate.ts";
import { loggedRequest } from "./plugins/logged-request.ts";
import { ignoreContentType, refuseBrokenQueries } from "./plugins/read-as-sent.ts";
import { refuseRequests, requireClock, requireRoom } from "./plugins/require-room.ts";
import { traceRequests } from "./plugins/trace-requests.ts";
import { answerProblem } from "./problem.ts";
import { cellFileRoutes } from "./routes/cell-files.ts";
import { ciIdentityRoutes, exchangeRoute } from "./routes/ci-identities.ts";
import { comparisonRoutes } from "./routes/comparisons.ts";
import { curveRoutes } from "./routes/curves.ts";
import { detectRoute } from "./routes/detect.ts";
import { eventRoutes } from "./routes/events.ts";
import { experimentRoutes } from "./routes/experiments.ts";
import { gaugeRoutes } from "./routes/gauges.ts";
import { healthRoutes } from "./routes/health.ts";
import { influxPing, influxRoutes } from "./routes/influx.ts";
import { labelRoutes } from "./routes/labels.ts";
import { liveRoutes } from "./routes/live.ts";
import { otlpRoutes } from "./routes/otlp.ts";
import { remoteWriteRoutes } from "./routes/remote-write.ts";
import { onlyContract } from "./plugins/serve.ts";
import { openApiRoute } from "./routes/openapi.ts";
import { answerNotFound, refuseMethods } from "./plugins/not-found.ts";
import type { KnownRoute } from "./plugins/not-found.ts";
import { keptFileRoutes } from "./routes/kept-files.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { peakDayRoutes } from "./routes/peak-days.ts";
import { reparseRoute } from "./routes/reparse.ts";
import { runRoutes } from "./routes/runs.ts";
import { serviceEventRoutes } from "./routes/service-events.ts";
import { shareRoutes } from "./routes/shares.ts";
import { sloRoutes } from "./routes/slos.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { trafficRoutes } from "./routes/traffic.ts";
import { workspaceSettingsRoutes } from "./routes/workspace-settings.ts";
import { giveMemoryBack } from "./wire/give-memory-back.ts";
import { Turnstile } from "./upload/turnstile.ts";

export interface App {
  app: FastifyInstance;
  routes: readonly KnownRoute[];
  draining: Draining;
}

/** The HTTP API. It doesn't listen: `main.ts` does, or a test. */
export function buildApp(deps: Deps): App {
  const app: FastifyInstance = Fastify({
    logger: {
      level: deps.logLevel,
      redact: ["req.headers.authorization"],
      serializers: { req: loggedRequest },
    },
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < deps.trustedProxies,
    // Results stream through the parsers; nothing is buffered, so Fastify has nothing to limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: { requireHostHeader: false },
    // As long as headers may be: an invalid ID is not found, however long it is.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, app.log),
  });
  deps.metrics?.watch(app);
  countSenders(app, [deps.busiest, deps.listed]);
  if (deps.isTraced) traceRequests(app);
  app.setErrorHandler(answerProblem);
  const routes = answerNotFound(app);
  onlyContract(app);
  app.addHook("onRequest", async (request, reply) => {
    markAnswer(request, reply);
  });
  const draining = drain(app);
  answerOddRequests(app);
  allowPages(app, deps.webUrl);
  refuseMethods(app, routes);
  ignoreContentType(app);
  app.removeAllContentTypeParsers();
  app.register(multipart);
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  lingerOnEarlyAnswers(app);
  healthRoutes(app, deps);
  influxPing(app);
  openApiRoute(app);
  exchangeRoute(app, deps);
  const uploads = new Turnstile(deps.uploadsAtOnce);
  // Bodies that are held in memory while they are read have places of their own beside the files'.
  const batches = new Turnstile(deps.uploadsAtOnce);
  // Agents send small bodies over many connections.
  const metrics = new Turnstile(deps.uploadsAtOnce * 4);
  app.register(async (guarded) => guardedRoutes(guarded, deps, { uploads, batches, metrics }));
  return { app, routes, draining };
}

interface Places {
  uploads: Turnstile;
  batches: Turnstile;
  metrics: Turnstile;
}

/** Everything that needs a token. */
function guardedRoutes(guarded: FastifyInstance, deps: Deps, { uploads, batches, metrics }: Places): void {
  if (!deps.accepts) refuseRequests(guarded);
  requireClock(guarded, deps);
  authenticate(guarded, deps);
  limitRate(guarded, deps.rateLimits);
  refuseBrokenQueries(guarded);
  requireRoom(guarded, deps);
  runRoutes(guarded, deps, uploads);
  labelRoutes(guarded, deps);
  cellFileRoutes(guarded, deps);
  comparisonRoutes(guarded, deps);
  liveRoutes(guarded, deps, batches);
  const [lines, labels] = [new KnownLines(), new KnownLabels()];
  influxRoutes(guarded, deps, { places: metrics, known: lines });
  remoteWriteRoutes(guarded, deps, { places: metrics, known: labels });
  giveMemoryBack(guarded, [lines, labels]);
  otlpRoutes(guarded, deps, metrics);
  trafficRoutes(guarded, deps, uploads);
  gaugeRoutes(guarded, deps, uploads);
  eventRoutes(guarded, deps, batches);
  serviceEventRoutes(guarded, deps, batches);
  peakDayRoutes(guarded, deps);
  shareRoutes(guarded, deps);
  sloRoutes(guarded, deps);
  notificationRoutes(guarded, deps);
  curveRoutes(guarded, deps, uploads);
  experimentRoutes(guarded, deps);
  detectRoute(guarded, deps);
  reparseRoute(guarded, deps);
  keptFileRoutes(guarded, deps);
  tokenRoutes(guarded, deps);
  ciIdentityRoutes(guarded, deps);
  workspaceSettingsRoutes(guarded, deps);
}
