import type { CliEnv } from "../env.ts";
import { parseOptions, usageError } from "../run-arguments.ts";
import { readServiceArguments, SERVICE_OPTIONS, type ServiceArguments } from "../service-arguments.ts";

export type McpArguments = Pick<ServiceArguments, "url" | "token">;

const { url, token } = SERVICE_OPTIONS;

export function readMcpArguments(args: readonly string[], env: CliEnv): McpArguments {
  const { values, positionals } = parseOptions(args, { url, token });
  if (positionals.length > 0) throw usageError("headroom mcp takes no files.");
  const given = readServiceArguments({ ...values, json: false }, env);
  return { url: given.url, token: given.token };
}
