import { isIP } from "node:net";
import type { CliEnv } from "../env.ts";
import type { Credential } from "../http/credential.ts";
import { addressOf, credentialOf, missingToken, parseOptions, usageError } from "../run-arguments.ts";
import { SERVICE_OPTIONS } from "../service-arguments.ts";

export type McpArguments = { url: string } & (
  | { over: "stdio"; token: Credential }
  | {
      over: "http";
      host: string;
      port: number;
      /** Names, besides those of this machine, by which it is reached: others may be an attacker's. */
      allowedHosts: readonly string[];
      /** For requests that bring no token. Null: they are refused. */
      sharedToken: string | null;
    }
);

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];
const DEFAULT_PORT = 4010;

const { url, token } = SERVICE_OPTIONS;
const flag = { type: "boolean", default: false } as const;
const text = { type: "string" } as const;
const OPTIONS = {
  url,
  token,
  http: flag,
  host: text,
  port: text,
  "allow-host": { type: "string", multiple: true },
  "share-token": flag,
} as const;

export function readMcpArguments(args: readonly string[], env: CliEnv): McpArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (positionals.length > 0) throw usageError("headroom mcp takes no files.");
  const address = addressOf(values.url ?? env.HEADROOM_URL);
  const own = values.token ?? env.HEADROOM_TOKEN;
  if (values.http) return { over: "http", url: address, ...readHttp(values, own) };
  const unused = (["host", "port", "allow-host", "share-token"] as const).find((option) =>
    Boolean(values[option]),
  );
  if (unused !== undefined) throw usageError(`--${unused} belongs to --http.`);
  return { over: "stdio", url: address, token: credentialOf(values.token, env) };
}

interface GivenHttp {
  host?: string | undefined;
  port?: string | undefined;
  "allow-host"?: string[] | undefined;
  "share-token": boolean;
}

/** By default, only programs on this machine can connect. */
function readHttp({ host = "127.0.0.1", port, ...given }: GivenHttp, own: string | undefined) {
  const isShared = given["share-token"];
  if (isShared && !LOOPBACK.includes(host))
    throw usageError("--share-token doesn't work with --host: anyone who can connect could use your token.");
  return {
    host,
    port: readPort(port),
    allowedHosts: (given["allow-host"] ?? []).map(readHost),
    sharedToken: isShared ? (own ?? missingToken()) : null,
  };
}

function readPort(given = String(DEFAULT_PORT)): number {
  const port = Number(given);
  if (!/^\d{1,5}$/.test(given) || port > 65_535) throw usageError("--port must be a port number.");
  return port;
}

/** As in a URL: an IPv6 address has brackets. */
function readHost(given: string): string {
  const host = isIP(given) === 6 ? `[${given}]` : given;
  if (!/^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(host))
    throw usageError(`--allow-host ${given} is not a host name.`);
  return host.toLowerCase();
}
