import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { World } from "../world.ts";
import { Api } from "./api.ts";
import type { McpArguments } from "./arguments.ts";
import { buildServer } from "./build-server.ts";

/** Answers an MCP client until it closes the connection. Standard output belongs to the protocol. */
export async function mcp({ url, token }: McpArguments, world: World): Promise<ExitCode> {
  const transport = new StdioServerTransport(world.stdin, world.stdout);
  const closed = new Promise<void>((resolve) => {
    world.stdin.once("close", resolve);
    world.stdin.once("end", resolve);
    world.onStop(resolve);
  });
  const handle = serveStdio(() => buildServer(new Api({ url, token, world })), {
    transport,
    onerror: (error) => world.stderr.write(`headroom: ${error.message}\n`),
  });
  await closed;
  await handle.close();
  return EXIT.pass;
}
