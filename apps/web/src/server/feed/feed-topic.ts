import { deltaBetween } from "../../feed/view-delta.ts";

/** One state of a view, ready to be sent. */
export interface FeedState {
  revision: number;
  full: string;
  /** From the revision before; null: there was none, or all of it is shorter. */
  delta: string | null;
}

/** What a stream sends: a view that is read again and again. */
export interface FeedSource {
  /** The newest state; null: it wasn't read yet. */
  readonly state: FeedState | null;
  /** Whether reads have failed or hung for too long. */
  readonly isOld: boolean;
  /** `heard` is called after each read. Returns what ends it. */
  watch(heard: () => void): () => void;
}

export interface FeedTiming {
  /** The least time between two reads. */
  leastMillis: number;
  /** It is read again after this time even if nothing was said: time passes, and notices can get lost. */
  mostMillis: number;
  /** If nothing could be read for so long, people have to know. */
  oldMillis: number;
  /** After a read it pauses for so many times as long as that took, up to `mostMillis`. Without it, it doesn't. */
  restPerRead?: number;
}

/**
 * One view that any number of people watch. It is read once for all of them, when something has changed, and never while
 * nobody watches.
 */
export class FeedTopic<View extends object> implements FeedSource {
  readonly #read: () => Promise<View>;
  readonly #timing: FeedTiming;
  readonly #watchers = new Set<{ heard: () => void }>();
  #view: View | null = null;
  #state: FeedState | null = null;
  #timer: NodeJS.Timeout | undefined;
  #readAt = -Infinity;
  /** Before this time it isn't read again, whatever changes. */
  #restsUntil = -Infinity;
  /** When it was last read successfully, or first watched. */
  #freshAt = -Infinity;
  #isReading = false;
  #isStale = false;

  constructor(read: () => Promise<View>, timing: FeedTiming) {
    this.#read = read;
    this.#timing = timing;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  get state(): FeedState | null {
    return this.#state;
  }

  /** What the newest state was made from. */
  get view(): View | null {
    return this.#view;
  }

  get isOld(): boolean {
    return performance.now() - this.#freshAt > this.#timing.oldMillis;
  }

  watch(heard: () => void): () => void {
    const watcher = { heard };
    if (this.#watchers.size === 0) this.#freshAt = performance.now();
    this.#watchers.add(watcher);
    if (this.#state === null) this.changed();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      clearTimeout(this.#timer);
      // What was known becomes old while nobody watches.
      this.#state = null;
    };
  }

  changed(): void {
    this.#isStale = true;
    this.#plan();
  }

  #plan(): void {
    if (this.#isReading || this.#watchers.size === 0) return;
    const { leastMillis, mostMillis } = this.#timing;
    const due = Math.max(this.#readAt + (this.#isStale ? leastMillis : mostMillis), this.#restsUntil);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readNow(), Math.max(0, due - performance.now()));
  }

  async #readNow(): Promise<void> {
    this.#isReading = true;
    this.#isStale = false;
    const began = performance.now();
    this.#readAt = began;
    try {
      this.#take(await this.#read());
    } catch {
      // The database is away: after a while, `isOld` tells the viewers.
      this.#readAt = performance.now();
    }
    this.#isReading = false;
    const now = performance.now();
    const { restPerRead = 0, mostMillis } = this.#timing;
    this.#restsUntil = now + Math.min(restPerRead * (now - began), mostMillis);
    this.#plan();
  }

  #take(view: View): void {
    const before = this.#state === null ? null : this.#view;
    this.#view = view;
    this.#freshAt = performance.now();
    this.#state = stateOf((this.#state?.revision ?? Date.now() * 1_000) + 1, view, before);
    for (const { heard } of this.#watchers) heard();
  }
}

/** `before`: of the revision before; null: unknown. */
export function stateOf(revision: number, view: object, before: object | null): FeedState {
  const full = JSON.stringify(view);
  const delta = before === null ? null : JSON.stringify(deltaBetween(before, view));
  return { revision, full, delta: delta !== null && delta.length < full.length ? delta : null };
}
