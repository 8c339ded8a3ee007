import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** They are asked every few seconds, and say nothing about anyone. */
const UNTRACED = new Set(["/healthz", "/readyz"]);

/** A trace for each request, or a part of the one that its sender names (`traceparent`). The log has its ID. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer("headroom");
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && UNTRACED.has(route)) return done();
    const parent = propagation.extract(ROOT_CONTEXT, request.headers);
    // Anybody can ask for any path and method.
    const name = route === undefined ? "unknown route" : `${request.method} ${route}`;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
    span.setAttribute("headroom.request.id", request.id);
    if (route !== undefined)
      span.setAttributes({ "http.request.method": request.method, "http.route": route });
    request.log = request.log.child({ traceId: span.spanContext().traceId });
    reply.log = request.log;
    let isWhole = false;
    reply.raw.once("finish", () => (isWhole = true));
    reply.raw.once("close", () => {
      const { statusCode } = reply.raw;
      span.setAttribute("http.response.status_code", statusCode);
      if (!isWhole) span.setAttribute("error.type", "aborted");
      if (!isWhole || statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    const own = trace.setSpan(parent, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  // What waits for the body comes back without its context.
  app.addHook("preHandler", (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done);
  });
}
