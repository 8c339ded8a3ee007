import { FeedTopic, type FeedTiming } from "./feed-topic.ts";

interface Opened {
  topic: FeedTopic<object>;
  /** The service or run whose changes are its changes. */
  subject: string;
}

interface Ticket {
  /** Who watches: each may have a few pages open. */
  viewer: string;
  key: string;
}

const TIMING: FeedTiming = { leastMillis: 1_000, mostMillis: 5_000, oldMillis: 12_000 };
const MAX_STREAMS = 2_000;
const MAX_OF_VIEWER = 20;

/** Everything that is being watched in this process. */
export class Feeds {
  readonly #topics = new Map<string, Opened>();
  readonly #viewers = new Map<string, number>();
  readonly #timing: FeedTiming;
  #streams = 0;

  constructor(timing = TIMING) {
    this.#timing = timing;
  }

  /** Whether one more page can be served. */
  hasRoom(viewer: string): "yes" | "viewer-full" | "full" {
    if (this.#streams >= MAX_STREAMS) return "full";
    return (this.#viewers.get(viewer) ?? 0) >= MAX_OF_VIEWER ? "viewer-full" : "yes";
  }

  /** `key` names what `read` returns: those with the same share one topic. Each call needs one of `close`. */
  open({ viewer, key }: Ticket, subject: string, read: () => Promise<object>): FeedTopic<object> {
    this.#streams += 1;
    this.#viewers.set(viewer, (this.#viewers.get(viewer) ?? 0) + 1);
    const known = this.#topics.get(key);
    if (known !== undefined) return known.topic;
    const topic = new FeedTopic(read, this.#timing);
    this.#topics.set(key, { topic, subject });
    return topic;
  }

  close({ viewer, key }: Ticket): void {
    this.#streams -= 1;
    const left = (this.#viewers.get(viewer) ?? 1) - 1;
    if (left > 0) this.#viewers.set(viewer, left);
    else this.#viewers.delete(viewer);
    if (this.#topics.get(key)?.topic.watchers === 0) this.#topics.delete(key);
  }

  changed(subject: string): void {
    for (const { topic, subject: own } of this.#topics.values()) if (own === subject) topic.changed();
  }

  allChanged(): void {
    for (const { topic } of this.#topics.values()) topic.changed();
  }

  get size(): number {
    return this.#topics.size;
  }
}
