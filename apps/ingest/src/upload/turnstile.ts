import { HeadroomError } from "@headroom/core";

/**
 * Lets a limited number in and asks the others to retry: a queue would hold their connections for nothing. A workspace gets a
 * place only while it holds fewer than are free, so one that takes all it can still leaves room for others.
 */
export class Turnstile {
  readonly #places: number;
  readonly #held = new Map<string, number>();
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  async pass<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const held = this.#held.get(workspaceId) ?? 0;
    const free = this.#places - this.#inside;
    if (free === 0) throw tooMany(`All ${this.#places} places for uploads are taken.`);
    if (held >= free)
      throw tooMany(
        `This workspace already has ${held} of ${this.#places} places for uploads, and others need the rest.`,
      );
    this.#enter(workspaceId, 1);
    try {
      return await work();
    } finally {
      this.#enter(workspaceId, -1);
    }
  }

  #enter(workspaceId: string, step: 1 | -1): void {
    this.#inside += step;
    const held = (this.#held.get(workspaceId) ?? 0) + step;
    if (held === 0) this.#held.delete(workspaceId);
    else this.#held.set(workspaceId, held);
  }
}

function tooMany(message: string): HeadroomError {
  return new HeadroomError("too-many-runs-in-flight", message, { hint: "Try again in a few seconds." });
}
