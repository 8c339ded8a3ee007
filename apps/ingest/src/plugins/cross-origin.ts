import type { FastifyInstance } from "fastify";
import { routeNamed, ROUTES, splitName } from "@headroom/contract/api";
import type { RouteName } from "@headroom/contract/api";

/** What pages request with a ticket. All other routes are for programs, which have no origin. */
const FOR_PAGES = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => routeNamed(name).ticket !== undefined)
  .map((name) => {
    const { method, path } = splitName(name);
    return { method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) };
  });

const PREFLIGHT_SECONDS = 600;

/**
 * Lets the pages of the web app, and no others, send and fetch files from a browser. Without credentials: a page brings a ticket of its
 * own, and a cookie would bring the identity of anyone who happens to be signed in.
 */
export function allowPages(app: FastifyInstance, webUrl: string): void {
  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const method = FOR_PAGES.find((one) => one.path.test(path))?.method;
    if (method === undefined) return;
    reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isPageOf(webUrl, origin)) return;
    reply.header("Access-Control-Allow-Origin", origin);
    reply.header(
      "Access-Control-Expose-Headers",
      "Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Location, Content-Disposition",
    );
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] !== method) return;
    return reply
      .code(204)
      .headers({
        "Access-Control-Allow-Methods": method,
        "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key",
        "Access-Control-Max-Age": PREFLIGHT_SECONDS,
      })
      .send();
  });
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** On a local machine every host name is accepted, as in the web app. */
function isPageOf(webUrl: string, origin: string): boolean {
  const [own, asked] = [URL.parse(webUrl), URL.parse(origin)];
  if (own === null || asked === null || origin !== asked.origin) return false;
  if (own.origin === asked.origin) return true;
  return (
    LOOPBACK.has(own.hostname) &&
    LOOPBACK.has(asked.hostname) &&
    own.protocol === asked.protocol &&
    own.port === asked.port
  );
}
