import type { TalliedCell } from "@headroom/core";

/** Packed, a cell takes 38 bytes: a process with 460 SLOs of a month needs 76 MB. */
const MOST_CELLS = 2_000_000;
/** What nobody has asked for in this time makes room for others. */
const UNUSED_SECONDS = 600;

export interface Remembered {
  /** Of which stretch, in epoch seconds. */
  from: number;
  to: number;
  /** When it was read whole. */
  readAt: number;
  cells: PackedTallies;
}

/**
 * What SLOs have counted, by a key. SLOs are checked one after the other, once a minute: if the one that was used longest ago
 * made room, and there were more than fit, each would be gone when its turn comes. So what is in use stays.
 */
export class RememberedTallies {
  readonly #most: number;
  readonly #known = new Map<string, Remembered & { usedAt: number }>();
  #cells = 0;

  constructor(most = MOST_CELLS) {
    this.#most = most;
  }

  of(key: string, now: number): Remembered | null {
    const known = this.#known.get(key);
    if (known === undefined) return null;
    known.usedAt = now;
    this.#known.delete(key);
    this.#known.set(key, known);
    return known;
  }

  keep(key: string, fresh: Remembered, now: number): void {
    this.forget(key);
    if (fresh.cells.length > this.#most) return;
    for (const [other, { usedAt }] of this.#known) {
      if (this.#cells + fresh.cells.length <= this.#most || now - usedAt < UNUSED_SECONDS) break;
      this.forget(other);
    }
    if (this.#cells + fresh.cells.length > this.#most) return;
    this.#known.set(key, { ...fresh, usedAt: now });
    this.#cells += fresh.cells.length;
  }

  forget(key: string): void {
    this.#cells -= this.#known.get(key)?.cells.length ?? 0;
    this.#known.delete(key);
  }
}

/** As objects, the cells of a month would take three times the space. */
export class PackedTallies {
  readonly length: number;
  readonly #seconds: Float64Array;
  readonly #steps: Uint16Array;
  /** Requests, and the least and most of them that were bad. */
  readonly #counts: Float64Array;
  readonly #goodPerMillion: Uint32Array;

  constructor(cells: readonly TalliedCell[]) {
    this.length = cells.length;
    this.#seconds = Float64Array.from(cells, ({ second }) => second);
    this.#steps = Uint16Array.from(cells, ({ step }) => step);
    this.#counts = Float64Array.from(
      cells.flatMap(({ tally: { requests, badLow, badHigh } }) => [requests, badLow, badHigh]),
    );
    this.#goodPerMillion = Uint32Array.from(cells, ({ goodPerMillion }) => goodPerMillion);
  }

  /** The cells from a second on, in the order in which they were given. */
  from(begin: number): TalliedCell[] {
    const cells: TalliedCell[] = [];
    for (const [at, second] of this.#seconds.entries()) {
      if (second < begin) continue;
      const [requests = 0, badLow = 0, badHigh = 0] = this.#counts.subarray(at * 3, at * 3 + 3);
      const [step, goodPerMillion] = [this.#steps[at] ?? 0, this.#goodPerMillion[at] ?? 0];
      cells.push({ second, step, tally: { requests, badLow, badHigh }, goodPerMillion });
    }
    return cells;
  }
}
