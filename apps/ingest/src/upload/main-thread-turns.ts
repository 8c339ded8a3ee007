/** Does long work on the main thread in small pieces and lets everything else run in between. */
export class MainThreadTurns {
  #last: Promise<void> = Promise.resolve();

  async take<T>(work: () => T): Promise<T> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      return work();
    } finally {
      setImmediate(resolve);
    }
  }
}
