import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";
import type { ErrorCode } from "@headroom/core";
import { problem } from "@headroom/contract";
import type { Problem } from "@headroom/contract";
import type { World } from "../world.ts";
import { exchange } from "./exchange.ts";
import type { Answered } from "./exchange.ts";
import { readKnown } from "./read-answer.ts";

export interface ClientOptions {
  url: string;
  /** A function: asked before each attempt. Null: none is sent. */
  token: string | (() => Promise<string>) | null;
  world: Pick<World, "sleep" | "random">;
  /** Called with the reason for a retry and the delay. */
  onRetry: (why: string, waitMillis: number) => void;
  /** Whether a request may be sent again after so many attempts; eight by default. */
  mayRetry?: (attempts: number) => boolean;
}

export interface Sent {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  /** Created again for each attempt. */
  body?: () => Uint8Array | Readable;
  /** The body can't be created again. */
  once?: boolean;
}

/** Errors that a retry may fix: the server is down, has no room, or is still processing the first attempt. */
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504, 507]);
/** Of those, what no retry within minutes can fix. */
const NEVER_RETRIED = new Set<ErrorCode>(["workspace-full", "quota-exceeded"]);
const MAX_ATTEMPTS = 8;
const WAIT_FIRST_MILLIS = 500;
const MAX_WAIT_MILLIS = 30_000;

/** Sends requests to the ingest service, and retries with back-off if that can help. */
export class Client {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async send(sent: Sent): Promise<unknown> {
    const { mayRetry = (attempts) => attempts < MAX_ATTEMPTS } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#try(sent, await this.#token());
      if (outcome.ok) return outcome.value;
      if (sent.once === true || !outcome.again || !mayRetry(attempt)) throw outcome.error;
      const wait = outcome.waitMillis ?? this.#backOff(attempt);
      this.#options.onRetry(outcome.error.message, wait);
      await this.#options.world.sleep(wait);
    }
  }

  async #token(): Promise<string | null> {
    const { token } = this.#options;
    return typeof token === "function" ? token() : token;
  }

  async #try({ method, path, headers, body }: Sent, token: string | null): Promise<Outcome> {
    const { url } = this.#options;
    let answered: Answered;
    try {
      answered = await exchange({
        method,
        url: `${url}${path}`,
        headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
        body: body?.() ?? null,
      });
    } catch (cause) {
      if (cause instanceof HeadroomError) return { ok: false, again: false, waitMillis: null, error: cause };
      return { ok: false, again: true, waitMillis: null, error: unreachable(url, cause) };
    }
    const { status, text } = answered;
    if (status >= 200 && status < 300) return { ok: true, value: jsonOf(text) };
    const error = errorOf(status, jsonOf(text), url);
    const again = (RETRIED.has(status) || error.code === "in-progress") && !NEVER_RETRIED.has(error.code);
    return { ok: false, again, waitMillis: retryAfter(answered.headers), error };
  }

  /** Doubles, plus a random part so that many clients don't retry at the same moment. */
  #backOff(attempt: number): number {
    const most = Math.min(MAX_WAIT_MILLIS, WAIT_FIRST_MILLIS * 2 ** (attempt - 1));
    return Math.round(most * (0.5 + this.#options.world.random() / 2));
  }
}

type Outcome =
  | { ok: true; value: unknown }
  | { ok: false; again: boolean; waitMillis: number | null; error: HeadroomError };

function retryAfter(headers: IncomingHttpHeaders): number | null {
  const seconds = Number(headers["retry-after"]);
  return seconds > 0 ? Math.min(MAX_WAIT_MILLIS, seconds * 1_000) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function errorOf(status: number, body: unknown, url: string): HeadroomError {
  const read = readKnown(problem, body);
  if (read.success) return toError(read.data);
  const code =
    status >= 500 ? "unavailable" : status === 401 || status === 403 ? "unauthenticated" : "internal";
  return new HeadroomError(code, `${url} responded with ${status}, but not with a Headroom error.`, {
    hint: "Check that HEADROOM_URL is the address of the ingest service.",
  });
}

function toError({ code, detail, hint, field, line, byte }: Problem): HeadroomError {
  return new HeadroomError(code, detail, {
    ...(hint === undefined ? {} : { hint }),
    ...(field === undefined ? {} : { field }),
    ...(line === undefined ? {} : { line }),
    ...(byte === undefined ? {} : { byte }),
  });
}

function unreachable(url: string, cause: unknown): HeadroomError {
  const why = cause instanceof Error ? cause.message || String(Reflect.get(cause, "code")) : String(cause);
  return new HeadroomError("unavailable", `${url} cannot be reached: ${why}`, {
    cause,
    hint: "Check HEADROOM_URL, and that the ingest service is running.",
  });
}
