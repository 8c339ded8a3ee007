import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { authenticate } from "./plugins/authenticate.ts";
import { drain } from "./plugins/drain.ts";
import { lingerOnEarlyAnswers } from "./plugins/linger.ts";
import { answerProblem } from "./problem.ts";
import { healthRoutes } from "./routes/health.ts";
import { labelRoutes } from "./routes/labels.ts";
import { answerNotFound, type KnownRoute } from "./plugins/not-found.ts";
import { runRoutes } from "./routes/runs.ts";

export interface App {
  app: FastifyInstance;
  routes: readonly KnownRoute[];
}

/** The HTTP API. Listens nowhere: that is for `main.ts`, or for a test. */
export function buildApp(deps: Deps): App {
  const app = Fastify({
    logger: { level: deps.logLevel, redact: ["req.headers.authorization"] },
    genReqId: () => randomUUID(),
    // Results stream through the parsers; nothing is buffered, so Fastify has nothing to limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
  });
  app.setErrorHandler(answerProblem);
  const routes = answerNotFound(app);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("Request-Id", request.id);
    reply.header("Cache-Control", "no-store");
  });
  app.removeAllContentTypeParsers();
  app.register(multipart);
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));

  const draining = drain(app);
  lingerOnEarlyAnswers(app);
  healthRoutes(app, deps, draining);
  app.register(async (guarded) => {
    authenticate(guarded, deps);
    runRoutes(guarded, deps);
    labelRoutes(guarded, deps);
  });
  return { app, routes };
}
