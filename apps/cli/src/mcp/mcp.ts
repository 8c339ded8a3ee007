import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Credential } from "../http/credential.ts";
import type { World } from "../world.ts";
import { Api } from "./api.ts";
import type { McpArguments } from "./arguments.ts";
import { buildServer } from "./build-server.ts";
import { Rights } from "./rights.ts";
import { serveHttp } from "./serve-http.ts";

/** All requests are sent with it, so its rights don't have to be told from those of others. */
const OWN_TOKEN = "own";

/** Answers MCP clients: one on standard input and output, or any over HTTP. */
export async function mcp(given: McpArguments, world: World): Promise<ExitCode> {
  if (given.over === "http") await serveHttp(given, world);
  else await answerOne(given, world);
  return EXIT.pass;
}

/** Until the client closes the connection. Standard output belongs to the protocol. */
async function answerOne({ url, token }: { url: string; token: Credential }, world: World): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    world.stdin.once("close", resolve);
    world.stdin.once("end", resolve);
    world.onStop(resolve);
  });
  const api = new Api({ url, token, world });
  const rights = new Rights({ open: () => api, now: world.now });
  // With a token that isn't valid, every tool says so.
  const scopes = () => rights.of(OWN_TOKEN).catch(() => []);
  const handle = serveStdio(async () => buildServer(api, await scopes()), {
    transport: new StdioServerTransport(world.stdin, world.stdout),
    onerror: (error) => world.stderr.write(`headroom: ${error.message}\n`),
  });
  await closed;
  await handle.close();
}
