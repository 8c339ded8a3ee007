import { HeadroomError } from "@headroom/core";

/** Lets a limited number in and asks the others to retry: a queue would hold their connections for nothing. */
export class Turnstile {
  readonly #places: number;
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#places) {
      throw new HeadroomError("too-many-runs-in-flight", `${this.#places} uploads are already being read.`, {
        hint: "Try again in a few seconds.",
      });
    }
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
    }
  }
}
