import { MINUTE_MILLIS } from "@headroom/core";
/** What is left after a request. */
export interface Reading {
  /** So many more requests are allowed now. */
  remaining: number;
  /** Until everything is left again. */
  fullAfterSeconds: number;
  /** Null: the request is allowed. Otherwise the next one is, after this time. */
  refusedSeconds: number | null;
}

const MAX_KEYS = 100_000;

/**
 * Counts requests by key against a quota per minute, with the Generic Cell Rate Algorithm (ITU-T I.371): one number per key, the time
 * at which all of its quota is free again. A key can use its whole quota at once, and then as fast as it is refilled.
 */
export class Meter {
  readonly quota: number;
  readonly #stepMillis: number;
  readonly #now: () => number;
  readonly #freeAt = new Map<string, number>();
  #sweptAt: number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(quota: number, now: () => number) {
    this.quota = quota;
    this.#stepMillis = MINUTE_MILLIS / quota;
    this.#now = now;
    this.#sweptAt = now();
  }

  /** What a request would read, without counting it. */
  look(key: string): Reading {
    const now = this.#now();
    return this.#read((this.#freeAt.get(key) ?? 0) - now);
  }

  /** Counts a request, unless it is refused. */
  take(key: string): Reading {
    const now = this.#now();
    const before = Math.max(this.#freeAt.get(key) ?? 0, now);
    const reading = this.#read(before - now);
    if (reading.refusedSeconds !== null) return reading;
    this.#sweep(now);
    this.#freeAt.set(key, before + this.#stepMillis);
    return { ...this.#read(before + this.#stepMillis - now), refusedSeconds: null };
  }

  /** Counts what was already let in, however much it is: what comes next waits until the quota allows it. */
  add(key: string, amount: number): void {
    const now = this.#now();
    this.#sweep(now);
    this.#freeAt.set(key, Math.max(this.#freeAt.get(key) ?? 0, now) + amount * this.#stepMillis);
  }

  #read(usedMillis: number): Reading {
    const used = Math.max(0, usedMillis);
    // A billionth of a step is lost in doubles, and must not cost a request.
    const remaining = Math.floor((MINUTE_MILLIS - used) / this.#stepMillis + 1e-9);
    return {
      remaining: Math.max(0, remaining),
      fullAfterSeconds: Math.ceil(used / 1_000),
      refusedSeconds:
        remaining >= 1 ? null : Math.max(1, Math.ceil((used - MINUTE_MILLIS + this.#stepMillis) / 1_000)),
    };
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt >= MINUTE_MILLIS) {
      this.#sweptAt = now;
      for (const [key, freeAt] of this.#freeAt) if (freeAt <= now) this.#freeAt.delete(key);
    }
    if (this.#freeAt.size < MAX_KEYS) return;
    const [oldest] = this.#freeAt.keys();
    if (oldest !== undefined) this.#freeAt.delete(oldest);
  }
}
