import { stateOf } from "./feed-topic.ts";
import type { FeedSource, FeedState, FeedTopic } from "./feed-topic.ts";

/** A view as some of its viewers may see it: from the same reads, worked out once for all of them. */
export class FeedFace<View extends object> implements FeedSource {
  readonly #topic: FeedTopic<View>;
  readonly #show: (view: View) => object;
  #shown: object | null = null;
  #state: FeedState | null = null;

  constructor(topic: FeedTopic<View>, show: (view: View) => object) {
    this.#topic = topic;
    this.#show = show;
  }

  get isOld(): boolean {
    return this.#topic.isOld;
  }

  get state(): FeedState | null {
    const { view, state } = this.#topic;
    if (view === null || state === null) return null;
    if (state.revision !== this.#state?.revision) this.#take(state.revision, this.#show(view));
    return this.#state;
  }

  watch(heard: () => void): () => void {
    return this.#topic.watch(heard);
  }

  #take(revision: number, shown: object): void {
    const isNext = this.#state?.revision === revision - 1;
    this.#state = stateOf(revision, shown, isNext ? this.#shown : null);
    this.#shown = shown;
  }
}
