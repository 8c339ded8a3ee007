import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { commandLine } from "./command-line.ts";

/** `headroom mcp` as an assistant starts it. */
export async function connectAssistant(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const [command, args] = [process.execPath, [commandLine(), "mcp"]];
  const path = process.env["PATH"] ?? "";
  await client.connect(
    new StdioClientTransport({ command, args, env: { PATH: path, ...env }, stderr: "ignore" }),
  );
  return client;
}

/** Any, because each tool has its own answer. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Told = any;

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<{ text: string; data: Told }> {
  const { content, structuredContent } = await client.callTool({ name, arguments: given });
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return { text, data: structuredContent };
}
