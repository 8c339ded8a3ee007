const CHECK_EVERY_MILLIS = 1_000;

/** Whether the database responds, checked at most once a second, however many requests ask. */
export class Availability {
  readonly #ping: () => Promise<void>;
  readonly #now: () => number;
  #isAway = Promise.resolve(false);
  #checkedAt = -Infinity;

  constructor(ping: () => Promise<void>, now: () => number = Date.now) {
    this.#ping = ping;
    this.#now = now;
  }

  isAway(): Promise<boolean> {
    if (this.#now() - this.#checkedAt >= CHECK_EVERY_MILLIS) {
      this.#checkedAt = this.#now();
      this.#isAway = this.#ping().then(
        () => false,
        () => true,
      );
    }
    return this.#isAway;
  }
}
