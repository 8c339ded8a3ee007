/** A page that follows a view, as far as the server can tell: it connects and takes what is sent. */
export class Screen {
  /** How many requests it has shown, and when it did so first. */
  readonly shown: { requests: number; at: number }[] = [];
  /** Until it has the whole view. */
  readonly connected: Promise<void>;
  readonly #enough = new AbortController();
  readonly #isConnected = Promise.withResolvers<void>();
  readonly #reading: Promise<void>;
  readonly #requests: RegExp;

  /** `requests` finds how many there are: in all of the view, or among what differs. */
  constructor(address: string, cookie: string, requests: RegExp) {
    this.#requests = requests;
    this.connected = this.#isConnected.promise;
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

  #take(event: string): void {
    if (event.includes("event: full")) this.#isConnected.resolve();
    const [, ...found] = this.#requests.exec(event) ?? [];
    const requests = Number(found.find((one) => one !== undefined) ?? 0);
    if (requests > (this.shown.at(-1)?.requests ?? 0)) this.shown.push({ requests, at: Date.now() });
  }
}
