import { EVENT_KINDS } from "@headroom/core";
import type { CliEnv } from "./env.ts";
import type { Credential } from "./http/credential.ts";
import { addressOf, credentialOf, usageError } from "./run-arguments.ts";

/** Where a command that makes no run sends its requests. */
export interface ServiceArguments {
  url: string;
  token: Credential;
  json: boolean;
}

const text = { type: "string" } as const;

export const SERVICE_OPTIONS = { url: text, token: text, json: { type: "boolean", default: false } } as const;

export function readServiceArguments(
  given: { url?: string | undefined; token?: string | undefined; json: boolean },
  env: CliEnv,
): ServiceArguments {
  return {
    url: addressOf(given.url ?? env.HEADROOM_URL),
    token: credentialOf(given.token, env),
    json: given.json,
  };
}

export type EventKind = (typeof EVENT_KINDS)[number];

export function readKind(given: string): EventKind {
  const kind = EVENT_KINDS.find((one) => one === given);
  if (kind === undefined) throw usageError(`--kind must be one of ${EVENT_KINDS.join(", ")}.`);
  return kind;
}
