import { createServer } from "node:http";
import type { Server } from "node:http";
import type { Registry } from "prom-client";

interface Listening {
  host: string;
  port: number;
}

/**
 * Serves the metrics on a port of their own, which nobody has to keep a reverse proxy from passing on. It needs no token and
 * says nothing about any workspace.
 */
export async function serveMetrics(registry: Registry, { host, port }: Listening): Promise<Server> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== "/metrics" || request.method !== "GET") {
      response
        .writeHead(404, { "content-type": "text/plain; charset=utf-8" })
        .end("Metrics are at /metrics.\n");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // A scrape has no reason to take longer, and nothing else connects here.
  server.requestTimeout = 10_000;
  server.unref();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  await promise;
  server.off("error", reject);
  return server;
}
