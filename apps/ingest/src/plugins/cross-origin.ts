import type { FastifyInstance } from "fastify";

/** What the upload page asks for, and nothing else: every other address is for programs, which know no origins. */
const FOR_PAGES: ReadonlyMap<string, string> = new Map([
  ["/v1/detect", "POST"],
  ["/v1/runs", "POST"],
]);

const PREFLIGHT_SECONDS = 600;

/**
 * Lets the pages of web, and of nobody else, send files from a browser. No credentials: a page brings a ticket of its
 * own, and a cookie would bring whoever happens to be signed in.
 */
export function allowUploadPage(app: FastifyInstance, webUrl: string): void {
  app.addHook("onRequest", async (request, reply) => {
    const method = FOR_PAGES.get(request.url.split("?", 1)[0] ?? "");
    if (method === undefined) return;
    reply.header("Vary", "Origin");
    const { origin } = request.headers;
    if (origin === undefined || !isPageOf(webUrl, origin)) return;
    reply.header("Access-Control-Allow-Origin", origin);
    reply.header("Access-Control-Expose-Headers", "Request-Id, Retry-After, Idempotency-Replayed, Location");
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

/** Of one's own machine every name counts, as it does for web itself. */
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
