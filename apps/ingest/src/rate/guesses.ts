import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { Meter } from "./meter.ts";

const REMEMBERED_SECRETS = 10_000;
/** The first half of an IPv6 address identifies a network; its users choose the rest. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** Of all networks that send too many wrong tokens: few, so that they can't take the connections that others need. */
const LOOKED_UP_AT_ONCE = 2;
const WAITING = 1_000;

/**
 * Answers too many unknown tokens from one address with a 429, but never refuses a valid one: many clients can share the address
 * of a proxy, and one of them with a wrong token must not stop the others. While an address is over its limit, secrets that
 * worked here before are looked up as always, and all others two at a time.
 */
export class Guesses {
  readonly #meter: Meter;
  /** Hashes of secrets, latest last. */
  readonly #worked = new Set<string>();
  readonly #lane = new Lane();

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#meter = new Meter(perMinute, now);
  }

  async check<T>(sent: { address: string; secret: string }, lookUp: () => Promise<T>): Promise<T> {
    const network = networkOf(sent.address);
    const digest = createHash("sha256").update(sent.secret).digest("base64");
    const isSlow = this.#meter.look(network).refusedSeconds !== null && !this.#worked.has(digest);
    try {
      const found = await (isSlow ? this.#lane.pass(lookUp) : lookUp());
      this.#remember(digest);
      return found;
    } catch (error) {
      if (!isHeadroomError(error, "unauthenticated")) throw error;
      this.#worked.delete(digest);
      const { refusedSeconds } = this.#meter.take(network);
      if (refusedSeconds === null) throw error;
      throw new HeadroomError("too-many-attempts", "Too many unknown tokens were sent from your address.", {
        hint: "Check the token, and try again in a minute.",
        retryAfterSeconds: refusedSeconds,
      });
    }
  }

  #remember(digest: string): void {
    this.#worked.delete(digest);
    this.#worked.add(digest);
    if (this.#worked.size <= REMEMBERED_SECRETS) return;
    const [oldest] = this.#worked;
    if (oldest !== undefined) this.#worked.delete(oldest);
  }
}

class Lane {
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < LOOKED_UP_AT_ONCE) this.#inside += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#inside -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING)
      throw new HeadroomError("not-ready", "Too many tokens are being checked.", {
        hint: "Try again in a second. Many unknown tokens are sent from your address.",
        retryAfterSeconds: 1,
      });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const zeros = Array.from(
    { length: tail === undefined ? 0 : GROUPS - first.length - last.length },
    () => "0",
  );
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(":");
}
