import type { FeedSource } from "./feed-topic.ts";

interface StreamOptions {
  topic: FeedSource;
  /** The newest that the client has, from an earlier connection. */
  lastEventId: string | null;
  /** Asked every so often while the stream is open; false ends it. */
  access: { isAllowed: () => Promise<boolean>; everyMillis: number };
  /** Calls back when what the viewer may see has changed, until what it returns is called: access is then asked immediately. */
  doubt?: (listener: () => void) => () => void;
  /** Then the client has to connect again, which renews what its cookie proves; null: it may stay. */
  lastsMillis: number | null;
  /** Ends the stream with this process: the client connects again, to the next one. */
  stopping: AbortSignal;
  ended: () => void;
}

/** A client that hears nothing for much longer connects again. */
const BEAT_MILLIS = 5_000;
const RETRY_MILLIS = 2_000;

/**
 * Server-sent events: the whole view first, then what changes. A client that reads slowly gets the newest state next, never
 * a queue of old ones.
 */
export function feedStream(options: StreamOptions): ReadableStream<Uint8Array> {
  return new ReadableStream(new FeedEvents(options), { highWaterMark: 1 });
}

const encoder = new TextEncoder();

class FeedEvents implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: StreamOptions;
  readonly #leave: () => void;
  #sent: number;
  #wake: () => void = () => undefined;
  #isFirst = true;
  #isOver = false;
  readonly #openedAt = performance.now();
  #checkedAt = this.#openedAt;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#sent = Number(options.lastEventId ?? Number.NaN);
    const stop = () => this.#wake();
    options.stopping.addEventListener("abort", stop);
    const unwatch = options.topic.watch(() => this.#wake());
    const trust = options.doubt?.(() => {
      this.#checkedAt = Number.NEGATIVE_INFINITY;
      this.#wake();
    });
    this.#leave = () => {
      options.stopping.removeEventListener("abort", stop);
      unwatch();
      trust?.();
    };
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const text = this.#isFirst ? `retry: ${RETRY_MILLIS}\n\n` : await this.#next();
    this.#isFirst = false;
    if (this.#isOver) return;
    if (text !== null) controller.enqueue(encoder.encode(text));
    if (text !== null && text !== OVER) return;
    controller.close();
    this.cancel();
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leave();
    this.#wake();
    this.#options.ended();
  }

  /** Null: the client has to connect again. */
  async #next(): Promise<string | null> {
    const { stopping, lastsMillis } = this.#options;
    if (stopping.aborted || performance.now() - this.#openedAt > (lastsMillis ?? Infinity)) return null;
    if (!(await this.#isStillAllowed())) return OVER;
    const event = this.#event();
    if (event !== null) return event;
    await this.#beat();
    if (!(await this.#isStillAllowed())) return OVER;
    return stopping.aborted ? null : (this.#event() ?? (this.#options.topic.isOld ? OLD : BEAT));
  }

  async #isStillAllowed(): Promise<boolean> {
    const { isAllowed, everyMillis } = this.#options.access;
    if (performance.now() - this.#checkedAt < everyMillis) return true;
    this.#checkedAt = performance.now();
    return isAllowed();
  }

  #beat(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BEAT_MILLIS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Null: the client has the newest. */
  #event(): string | null {
    const { state } = this.#options.topic;
    if (state === null || state.revision === this.#sent) return null;
    const isNext = state.delta !== null && state.revision === this.#sent + 1;
    this.#sent = state.revision;
    const [kind, data] = isNext ? ["delta", state.delta] : ["full", state.full];
    return `id: ${state.revision}\nevent: ${kind}\ndata: ${data}\n\n`;
  }
}

const OVER = "event: over\ndata: {}\n\n";
const BEAT = "event: beat\ndata: {}\n\n";
/** The connection is fine, but nothing new can be read. */
const OLD = "event: old\ndata: {}\n\n";
