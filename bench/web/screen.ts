/** A page that follows a live run, as far as the server can tell: it connects and takes what is sent. */
export class Screen {
  /** How many requests it has shown, and when it did so first. */
  readonly shown: { requests: number; at: number }[] = [];
  readonly #enough = new AbortController();
  readonly #reading: Promise<void>;

  constructor(address: string, cookie: string) {
    this.#reading = this.#read(address, cookie);
  }

  async close(): Promise<void> {
    this.#enough.abort();
    await this.#reading;
  }

  async #read(address: string, cookie: string): Promise<void> {
    const { signal } = this.#enough;
    try {
      const { status, body } = await fetch(address, { headers: { cookie }, signal });
      if (status !== 200 || body === null) throw new Error(`the feed returned ${status}`);
      let heard = "";
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        const events = (heard + part).split("\n\n");
        heard = events.pop() ?? "";
        for (const event of events) this.#take(event);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** The requests of the only writer: in all of the view, or among what differs. */
  #take(event: string): void {
    const found = /"writers",0,"requests"\],(\d+)|"state":"open","requests":(\d+)/.exec(event);
    const requests = Number(found?.[1] ?? found?.[2] ?? 0);
    if (requests > (this.shown.at(-1)?.requests ?? 0)) this.shown.push({ requests, at: Date.now() });
  }
}
