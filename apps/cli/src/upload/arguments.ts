import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { HeadroomError } from "@headroom/core";
import { importParameters, type ImportParameters } from "@headroom/contract";
import { columnMapping, type ColumnMapping } from "@headroom/formats";
import { ciOf, type CliEnv } from "../env.ts";

export interface UploadArguments {
  files: string[];
  url: string;
  token: string;
  parameters: ImportParameters;
  mapping: ColumnMapping | null;
  send: "raw" | "cells" | "smaller";
  again: boolean;
  json: boolean;
  quiet: boolean;
}

const DEFAULT_URL = "http://127.0.0.1:4001";

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const repeated = { type: "string", multiple: true } as const;

const OPTIONS = {
  service: text,
  experiment: text,
  target: repeated,
  label: repeated,
  run: text,
  generator: text,
  environment: text,
  commit: text,
  branch: text,
  ci: text,
  notes: text,
  tool: text,
  started: text,
  timestamps: text,
  zone: text,
  load: text,
  unit: text,
  mapping: text,
  raw: flag,
  cells: flag,
  again: flag,
  url: text,
  token: text,
  json: flag,
  quiet: flag,
} as const;

export function readUploadArguments(args: readonly string[], env: CliEnv): UploadArguments {
  const { values, positionals } = parse(args);
  const { url, token, raw, cells, again, json, quiet, mapping, ...rest } = values;
  const files = readFiles(positionals);
  const send = readSend({ raw, cells });
  const mappingText = mapping === undefined ? undefined : readMappingText(mapping);
  return {
    files,
    url: addressOf(url ?? env.HEADROOM_URL ?? DEFAULT_URL),
    token: token ?? env.HEADROOM_TOKEN ?? missingToken(),
    parameters: readParameters({ ...ciOf(env), ...rest, mapping: mappingText }),
    mapping: mappingText === undefined ? null : readMapping(mappingText),
    send,
    again,
    json,
    quiet,
  };
}

function readFiles(positionals: string[]): string[] {
  if (positionals.length === 0) throw usage("No file given.");
  if (positionals.filter((file) => file === "-").length > 0 && positionals.length > 1)
    throw usage("Standard input (-) cannot be combined with other files.");
  return positionals;
}

function readSend({ raw, cells }: { raw: boolean; cells: boolean }): UploadArguments["send"] {
  if (raw && cells) throw usage("Use either --raw or --cells, not both.");
  if (raw) return "raw";
  return cells ? "cells" : "smaller";
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : "The arguments are invalid.", cause);
  }
}

function readParameters(given: Record<string, unknown>): ImportParameters {
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const read = importParameters.safeParse(present);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? "");
  if (present[field] === undefined) throw usage(`--${field} is missing.`);
  throw usage(`--${field} is invalid: ${issue?.message ?? ""}.`);
}

function readMappingText(given: string): string {
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(given.slice(1), "utf8");
  } catch (cause) {
    throw usage(`The mapping file ${given.slice(1)} cannot be read.`, cause);
  }
}

function readMapping(json: string): ColumnMapping {
  const read = columnMapping.safeParse(jsonOf(json));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw usage(`--mapping is invalid at ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}.`);
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw usage("--mapping is not valid JSON.", cause);
  }
}

function missingToken(): never {
  throw usage("No token given. Set HEADROOM_TOKEN.");
}

function usage(message: string, cause?: unknown): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    hint: "Run headroom --help to see all options.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The service's address without a path of its API: `npm start` prints the address of uploads, which people copy. */
function addressOf(url: string): string {
  return url.replace(/\/+$/, "").replace(/\/v1(?:\/runs)?$/, "");
}
