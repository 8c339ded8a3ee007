import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { ParseArgsOptionsConfig } from "node:util";
import { HeadroomError } from "@headroom/core";
import { importParameters } from "@headroom/contract";
import type { ImportParameters } from "@headroom/contract";
import { columnMapping } from "@headroom/formats";
import type { ColumnMapping } from "@headroom/formats";
import type { z } from "zod";
import { ciOf } from "./env.ts";
import type { CliEnv } from "./env.ts";
import type { Credential } from "./http/credential.ts";

const fileParameters = importParameters.pick({
  tool: true,
  started: true,
  timestamps: true,
  zone: true,
  load: true,
  "errors-by": true,
  unit: true,
  "only-label": true,
  "except-label": true,
});

/** What says how a file is read. */
export interface FileReading {
  parameters: z.infer<typeof fileParameters>;
  mapping: ColumnMapping | null;
}

/** What every command that makes a run is given. */
export interface RunArguments {
  url: string;
  token: Credential;
  parameters: ImportParameters;
  mapping: ColumnMapping | null;
  again: boolean;
  json: boolean;
  quiet: boolean;
}

const DEFAULT_URL = "http://127.0.0.1:4001";

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const repeated = { type: "string", multiple: true } as const;

/** The options that commands share. */
export const RUN_OPTIONS = {
  service: text,
  experiment: text,
  target: repeated,
  configuration: repeated,
  changed: text,
  run: text,
  environment: text,
  commit: text,
  branch: text,
  ci: text,
  repeat: text,
  duration: text,
  rate: text,
  generators: text,
  threads: text,
  notes: text,
  price: text,
  tool: text,
  started: text,
  timestamps: text,
  zone: text,
  load: text,
  "errors-by": text,
  unit: text,
  mapping: text,
  simulated: flag,
  again: flag,
  url: text,
  token: text,
  json: flag,
  quiet: flag,
} as const;

interface GivenOptions {
  url?: string | undefined;
  token?: string | undefined;
  mapping?: string | undefined;
  simulated: boolean;
  again: boolean;
  json: boolean;
  quiet: boolean;
  [parameter: string]: unknown;
}

export function readRunArguments(
  { url, token, mapping, simulated, again, json, quiet, ...rest }: GivenOptions,
  env: CliEnv,
): RunArguments {
  const mappingText = mapping === undefined ? undefined : readMappingText(mapping);
  const stated = { ...ciOf(env), ...rest, mapping: mappingText, simulated: simulated ? "true" : undefined };
  return {
    url: addressOf(url ?? env.HEADROOM_URL),
    token: credentialOf(token, env),
    parameters: readParameters(importParameters, stated),
    mapping: mappingText === undefined ? null : readMapping(mappingText),
    again,
    json,
    quiet,
  };
}

export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw usageError(cause instanceof Error ? cause.message : "The arguments are invalid.", cause);
  }
}

export function readFileReading(given: Record<string, unknown>): FileReading {
  const { mapping } = given;
  const of = Object.keys(fileParameters.shape).map((name) => [name, given[name]]);
  return {
    parameters: readParameters(fileParameters, Object.fromEntries(of)),
    mapping: typeof mapping === "string" ? readMapping(readMappingText(mapping)) : null,
  };
}

function readParameters<Schema extends z.ZodType>(
  schema: Schema,
  given: Record<string, unknown>,
): z.infer<Schema> {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const read = schema.safeParse(present);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? "");
  if (present[field] === undefined) throw usageError(`--${field} is missing.`);
  throw usageError(`--${field} is invalid: ${issue?.message ?? ""}.`);
}

function readMappingText(given: string): string {
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(given.slice(1), "utf8");
  } catch (cause) {
    throw usageError(`The mapping file ${given.slice(1)} cannot be read.`, cause);
  }
}

function readMapping(json: string): ColumnMapping {
  const read = columnMapping.safeParse(jsonOf(json));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw usageError(`--mapping is invalid at ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}.`);
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw usageError("--mapping is not valid JSON.", cause);
  }
}

export function missingToken(): never {
  throw usageError("No token given. Set HEADROOM_TOKEN.");
}

/** A token, or what a CI job can exchange for one. */
export function credentialOf(given: string | undefined, env: CliEnv): Credential {
  const token = given ?? env.HEADROOM_TOKEN;
  if (token !== undefined) return token;
  if (env.HEADROOM_ID_TOKEN !== undefined) return { kind: "id-token", idToken: env.HEADROOM_ID_TOKEN };
  const { HEADROOM_IDENTITY: audience } = env;
  if (audience === undefined) return missingToken();
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env;
  if (url === undefined || secret === undefined)
    throw usageError(
      "HEADROOM_IDENTITY is set, but GitHub gives this job no tokens. Add the permission id-token: write to the job. " +
        "On other CI systems, set HEADROOM_ID_TOKEN to the job's token.",
    );
  return { kind: "github", audience, url, secret };
}

/** The ID of a run, also from the address of its page. */
export function readRun(given: string): string {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(given) ?? [];
  if (id === undefined) throw usageError(`"${given}" is not a run's ID or the address of its page.`);
  return id.toLowerCase();
}

export function usageError(message: string, cause?: unknown): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    hint: "Run headroom --help to see all options.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The service's address without a path of its API: `npm start` prints the address of uploads, which people copy. */
export function addressOf(url = DEFAULT_URL): string {
  return url.replace(/\/+$/, "").replace(/\/v1(?:\/runs)?$/, "");
}
