import { createRemoteJWKSet, customFetch, errors } from "jose";
import type { JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { HeadroomError } from "@headroom/core";

const TIMEOUT_MILLIS = 5_000;
/** GitHub's keys take 6 kB. */
const MAX_ANSWER_BYTES = 1_000_000;
/** After a failure, how long nothing is fetched: anyone can send tokens that ask for it. */
const PAUSE_MILLIS = 10_000;

const configuration = z.object({ issuer: z.string(), jwks_uri: z.url() });

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The public keys of one issuer, from the address that it publishes. They are kept for ten minutes, and fetched again for an
 * unknown key at most every 30 seconds. Keys that are known still work while the issuer can't be reached.
 */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #send: Fetch;
  readonly #now: () => number;
  #opened: Promise<JWTVerifyGetKey> | null = null;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(issuer: string, send: Fetch, now: () => number) {
    this.#issuer = issuer;
    this.#send = send;
    this.#now = now;
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    try {
      this.#opened ??= this.#open();
      const keys = await this.#opened.catch((error: unknown) => {
        this.#opened = null;
        throw error;
      });
      return await keys(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      throw new HeadroomError("issuer-unavailable", `The keys of ${this.#issuer} cannot be read.`, {
        hint: "Try again. If it stays so, ask the operator whether the server can reach that address.",
        cause: error,
      });
    }
  };

  async #open(): Promise<JWTVerifyGetKey> {
    const address = `${this.#issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const signal = AbortSignal.timeout(TIMEOUT_MILLIS);
    const answer = await this.#fetch(address, { signal, redirect: "manual" });
    if (answer.status !== 200) throw new Error(`${address} responded with ${answer.status}`);
    const { issuer, jwks_uri: keys } = configuration.parse(await answer.json());
    if (issuer !== this.#issuer) throw new Error(`${address} is about the issuer ${issuer}`);
    if (new URL(keys).origin !== new URL(this.#issuer).origin)
      throw new Error(`${address} names keys of another server: ${keys}`);
    return createRemoteJWKSet(new URL(keys), {
      timeoutDuration: TIMEOUT_MILLIS,
      [customFetch]: (url, options) => this.#fetch(url, options),
    });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.#now() < this.#pausedUntil) throw new Error("it failed a moment ago");
    try {
      const answer = await this.#send(url, init);
      if (answer.status !== 200) this.#pausedUntil = this.#now() + PAUSE_MILLIS;
      return new Response(await readBounded(answer, url), { status: answer.status });
    } catch (error) {
      this.#pausedUntil = this.#now() + PAUSE_MILLIS;
      throw error;
    }
  }
}

async function readBounded({ body }: Response, url: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new Error(`${url} responded with more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The issuer's keys were read, and none of them is the token's. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
