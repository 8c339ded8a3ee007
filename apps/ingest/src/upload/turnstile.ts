import { HeadroomError } from "@headroom/core";
import type { ErrorCode } from "@headroom/core";

interface Guarded {
  what: string;
  code: ErrorCode;
}

/**
 * Lets a limited number in and asks the others to retry: a queue would hold their connections for nothing. A workspace gets a
 * place only while it holds fewer than are free, so one that takes all it can still leaves room for others.
 */
export class Turnstile {
  readonly #places: number;
  readonly #guarded: Guarded;
  readonly #held = new Map<string, number>();
  #inside = 0;

  constructor(places: number, guarded: Guarded = { what: "uploads", code: "too-many-runs-in-flight" }) {
    this.#places = places;
    this.#guarded = guarded;
  }

  async pass<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const leave = this.enter(workspaceId);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** For work that outlives its caller, such as a response that is still sent: call what this returns once, at its end. */
  enter(workspaceId: string): () => void {
    const held = this.#held.get(workspaceId) ?? 0;
    const free = this.#places - this.#inside;
    const { what } = this.#guarded;
    if (free === 0) throw this.#tooMany(`All ${this.#places} places for ${what} are taken.`);
    if (held >= free)
      throw this.#tooMany(
        `This workspace already has ${held} of ${this.#places} places for ${what}, and others need the rest.`,
      );
    this.#count(workspaceId, 1);
    return () => this.#count(workspaceId, -1);
  }

  #tooMany(message: string): HeadroomError {
    return new HeadroomError(this.#guarded.code, message, { hint: "Try again in a few seconds." });
  }

  #count(workspaceId: string, step: 1 | -1): void {
    this.#inside += step;
    const held = (this.#held.get(workspaceId) ?? 0) + step;
    if (held === 0) this.#held.delete(workspaceId);
    else this.#held.set(workspaceId, held);
  }
}
