import { problem } from "@headroom/contract";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS } from "@headroom/core/wire";
import type { WrittenSample } from "@headroom/core/wire";
import type { World } from "./world.ts";

export interface WriteTarget {
  /** Of ingest, without a slash at the end. */
  url: string;
  /** With the scope ingest. */
  token: string;
  service: string;
}

/** As in Prometheus: 30 ms at first, twice as long each time, 5 seconds at most. */
const FIRST_BACK_OFF_MILLIS = 30;
const MAX_BACK_OFF_MILLIS = 5_000;
const TIMEOUT_MILLIS = 30_000;
/** A server that is busy for a moment is nothing to report. */
const SAID_TRIES = 3;

/** Sends bodies of remote write as Prometheus does: in order, and again until they are accepted. */
export class RemoteWriter {
  readonly #target: WriteTarget;
  readonly #world: World;
  bodies = 0;

  constructor(target: WriteTarget, world: World) {
    this.#target = target;
    this.#world = world;
  }

  /** False: it was given up, because the replay is to stop. Fails if the server refuses the body for good. */
  async send(samples: readonly WrittenSample[]): Promise<boolean> {
    const body = encodeWriteRequest(samples);
    let wait = FIRST_BACK_OFF_MILLIS;
    for (let tries = 1; ; tries++) {
      const answer = await this.#post(body);
      if (answer === "accepted") {
        this.bodies += 1;
        if (tries > SAID_TRIES) this.#world.say(`Accepted after ${tries} tries.`);
        return true;
      }
      if (this.#world.stop.aborted) return false;
      if (tries === SAID_TRIES) this.#world.say(`${answer.why} Trying again until it is accepted.`);
      await this.#world.sleep(Math.max(wait, answer.retryAfterMillis));
      wait = Math.min(wait * 2, MAX_BACK_OFF_MILLIS);
    }
  }

  async #post(body: Uint8Array): Promise<"accepted" | { why: string; retryAfterMillis: number }> {
    const { url, token, service } = this.#target;
    let response: Response;
    try {
      response = await fetch(`${url}/api/v1/write?${new URLSearchParams({ service }).toString()}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, ...WRITE_REQUEST_HEADERS },
        body: Buffer.from(body),
        signal: AbortSignal.timeout(TIMEOUT_MILLIS),
      });
    } catch {
      return { why: `${url} can't be reached.`, retryAfterMillis: 0 };
    }
    const text = await response.text();
    if (response.ok) return "accepted";
    const why = whyOf(response.status, text);
    if (response.status < 500 && response.status !== 429) throw new Error(why);
    return { why, retryAfterMillis: 1_000 * Number(response.headers.get("retry-after") ?? 0) };
  }
}

/** What a response of Headroom says, or its status. */
export function whyOf(status: number, text: string): string {
  try {
    const said = problem.safeParse(JSON.parse(text));
    if (said.success) return [said.data.detail, said.data.hint].filter(Boolean).join(" ");
  } catch {
    // It isn't Headroom that responded.
  }
  return `The server responded with ${status}.`;
}
