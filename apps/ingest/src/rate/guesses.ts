import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { Meter } from "./meter.ts";

const REMEMBERED_SECRETS = 10_000;
/** The first half of an IPv6 address identifies a network; its users choose the rest. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * Limits how many unknown tokens an address can try. A secret that worked here before is always looked up: many clients can share
 * the address of a proxy, and one of them with a wrong token must not stop the others.
 */
export class Guesses {
  readonly #meter: Meter;
  /** Hashes of secrets, latest last. */
  readonly #worked = new Set<string>();

  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#meter = new Meter(perMinute, now);
  }

  async check<T>(sent: { address: string; secret: string }, lookUp: () => Promise<T>): Promise<T> {
    const network = networkOf(sent.address);
    const digest = createHash("sha256").update(sent.secret).digest("base64");
    const { refusedSeconds } = this.#meter.look(network);
    if (refusedSeconds !== null && !this.#worked.has(digest))
      throw new HeadroomError("too-many-attempts", "Too many unknown tokens were sent from your address.", {
        hint: "Check the token, and try again in a minute.",
        retryAfterSeconds: refusedSeconds,
      });
    try {
      const found = await lookUp();
      this.#remember(digest);
      return found;
    } catch (error) {
      if (isHeadroomError(error, "unauthenticated")) {
        this.#meter.take(network);
        this.#worked.delete(digest);
      }
      throw error;
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
