import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import type { World } from "../world.ts";
import { Api } from "./api.ts";
import { buildServer } from "./build-server.ts";
import { Rights } from "./rights.ts";

export interface HttpOptions {
  url: string;
  host: string;
  port: number;
  allowedHosts: readonly string[];
  sharedToken: string | null;
}

const PATH = "/mcp";
const NO_TOKEN = "Send a Headroom token: Authorization: Bearer <token>.";

/** Answers MCP over HTTP until the command is stopped. Nothing is kept between two requests but what tokens may do. */
export async function serveHttp(options: HttpOptions, world: World): Promise<void> {
  const open = (token: string) => new Api({ url: options.url, token, world });
  const rights = new Rights({ open, now: world.now });
  const handler = createMcpHandler(
    ({ authInfo }) => buildServer(open(authInfo?.token ?? ""), authInfo?.scopes ?? []),
    { onerror: (error) => world.stderr.write(`headroom: ${error.message}\n`) },
  );
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, { handler, rights, options }).catch((error: unknown) => {
      world.stderr.write(`headroom: ${error instanceof Error ? error.message : String(error)}\n`);
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500, "Something went wrong.");
    });
  });
  server.listen(options.port, options.host);
  await listening(server, options);
  world.stderr.write(`headroom: listening at ${addressOf(server, options.host)}\n`);
  await new Promise<void>((resolve) => world.onStop(resolve));
  await handler.close();
  server.close();
  server.closeAllConnections();
}

async function listening(server: Server, { host, port }: HttpOptions): Promise<void> {
  await once(server, "listening").catch((cause: unknown) => {
    throw new HeadroomError("unavailable", `Can't listen on ${host}, port ${port}: ${String(cause)}`, {
      cause,
      hint: "Use another --port.",
    });
  });
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}${PATH}`;
}

interface Answering {
  handler: McpHttpHandler;
  rights: Rights;
  options: HttpOptions;
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { handler, rights, options: { allowedHosts, sharedToken } }: Answering,
): Promise<void> {
  // A web page can make its own name point at this machine, so names that nobody allowed are refused.
  const hosts = [...localhostAllowedHostnames(), ...allowedHosts];
  const wrong = [
    validateHostHeader(incoming.headers.host, hosts),
    validateOriginHeader(incoming.headers.origin, hosts),
  ].find(({ ok }) => !ok);
  if (wrong !== undefined && !wrong.ok) return refuse(outgoing, 403, wrong.message);
  if (new URL(incoming.url ?? "/", "http://localhost").pathname !== PATH)
    return refuse(outgoing, 404, `Not found. The endpoint is ${PATH}.`);
  const token = bearerOf(incoming) ?? (incoming.headers.authorization === undefined ? sharedToken : null);
  if (token === null) return refuse(outgoing, 401, NO_TOKEN);
  let scopes: readonly string[];
  try {
    scopes = await rights.of(token);
  } catch (error) {
    if (!isHeadroomError(error)) throw error;
    return refuse(outgoing, 401, `${error.message} ${error.hint ?? ""}`.trim());
  }
  const authInfo = { token, clientId: "headroom", scopes: [...scopes] };
  await send(await handler.fetch(toRequest(incoming, outgoing), { authInfo }), outgoing);
}

function bearerOf({ headers: { authorization } }: IncomingMessage): string | null {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const shared = { method, headers, signal: gone.signal };
  const address = new URL(url, "http://localhost");
  if (method === "GET" || method === "HEAD") return new Request(address, shared);
  return new Request(address, { ...shared, body: Readable.toWeb(incoming), duplex: "half" });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // A client that leaves early ends its stream, which isn't an error.
  await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => outgoing.destroy());
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, {
    "content-type": "application/json",
    connection: "close",
    ...(status === 401 ? { "www-authenticate": 'Bearer realm="Headroom"' } : {}),
  });
  outgoing.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}
