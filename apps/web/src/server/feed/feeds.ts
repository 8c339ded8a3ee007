import { FeedTopic } from "./feed-topic.ts";
import type { FeedTiming } from "./feed-topic.ts";

interface Opened {
  topic: FeedTopic<object>;
  /** The service or run whose changes are its changes. */
  subject: string;
}

/** Who watches: a member, or everybody together who has a share link. */
export interface FeedViewer {
  kind: "member" | "link";
  id: string;
}

interface Ticket {
  viewer: FeedViewer;
  key: string;
}

/** What a topic is read for: those with the same key share it. */
interface Topic {
  /** The service or run whose changes are its changes. */
  subject: string;
  read: () => Promise<object>;
  /** Of views that change slowly, or take long to read. */
  timing?: FeedTiming | undefined;
}

/** Less than the second after which the next change comes: none waits for long because one came late. */
const TIMING: FeedTiming = { leastMillis: 600, mostMillis: 5_000, oldMillis: 12_000 };
const MAX_STREAMS = 2_000;
/** A link that gets around leaves room for members. */
const MAX_OF_LINKS = 1_000;
/** Nobody knows who has a link, so a link is counted as a whole. */
const MAX_OF_VIEWER = { member: 20, link: 500 };

/** Everything that is being watched in this process. */
export class Feeds {
  readonly #topics = new Map<string, Opened>();
  readonly #viewers = new Map<string, number>();
  readonly #doubts = new Map<string, Set<() => void>>();
  readonly #timing: FeedTiming;
  #streams = 0;
  #ofLinks = 0;

  constructor(timing = TIMING) {
    this.#timing = timing;
  }

  /** Whether one more page can be served. */
  hasRoom({ kind, id }: FeedViewer): "yes" | "viewer-full" | "full" {
    if (this.#streams >= MAX_STREAMS) return "full";
    if (kind === "link" && this.#ofLinks >= MAX_OF_LINKS) return "full";
    return (this.#viewers.get(id) ?? 0) >= MAX_OF_VIEWER[kind] ? "viewer-full" : "yes";
  }

  /** `key` names what `read` returns. Each call needs one of `close`. */
  open({ viewer, key }: Ticket, { subject, read, timing = this.#timing }: Topic): FeedTopic<object> {
    this.#count(viewer, 1);
    const known = this.#topics.get(key);
    if (known !== undefined) return known.topic;
    const topic = new FeedTopic(read, timing);
    this.#topics.set(key, { topic, subject });
    return topic;
  }

  close({ viewer, key }: Ticket): void {
    this.#count(viewer, -1);
    if (this.#topics.get(key)?.topic.watchers === 0) this.#topics.delete(key);
  }

  /** Calls `listener` when the viewer's access may have ended, until what this returns is called. */
  whenInDoubt({ id }: FeedViewer, listener: () => void): () => void {
    const listeners = this.#doubts.get(id) ?? new Set();
    this.#doubts.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#doubts.delete(id);
    };
  }

  /** `id`: of a subject that has changed, or of a viewer whose access may have ended. */
  heard(id: string): void {
    this.changed(id);
    for (const listener of this.#doubts.get(id) ?? []) listener();
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

  #count({ kind, id }: FeedViewer, change: 1 | -1): void {
    this.#streams += change;
    if (kind === "link") this.#ofLinks += change;
    const count = (this.#viewers.get(id) ?? 0) + change;
    if (count > 0) this.#viewers.set(id, count);
    else this.#viewers.delete(id);
  }
}
