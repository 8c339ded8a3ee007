interface Renewal {
  /** From this age on it is read again, beside those who use it. */
  renewMillis: number;
  /** From this age on nobody should use it: renewing has failed for a while. */
  oldMillis: number;
}

/** Something that takes long to read and changes slowly. Nobody waits for it but the first. */
export class Renewed<Value> {
  readonly #read: () => Promise<Value>;
  readonly #renewal: Renewal;
  #known: { value: Value; at: number } | null = null;
  #isReading = false;

  constructor(read: () => Promise<Value>, renewal: Renewal) {
    this.#read = read;
    this.#renewal = renewal;
  }

  /** Returns undefined if the value isn't known or is too old. The caller then reads it and calls `put`. */
  get(): Value | undefined {
    if (this.#known === null) return undefined;
    const age = performance.now() - this.#known.at;
    if (age > this.#renewal.oldMillis) return undefined;
    if (age > this.#renewal.renewMillis && !this.#isReading) void this.#renew();
    return this.#known.value;
  }

  put(value: Value): void {
    this.#known = { value, at: performance.now() };
  }

  async #renew(): Promise<void> {
    this.#isReading = true;
    try {
      this.put(await this.#read());
    } catch {
      // The next one who asks tries again.
    } finally {
      this.#isReading = false;
    }
  }
}
