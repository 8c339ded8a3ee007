import type { Slices } from "@headroom/formats";

/** An upload of another workspace waits for this at each of its many steps. */
const TURN_MILLIS = 0.5;

/**
 * Does long work on the main thread in small pieces and lets everything else run in between. Workspaces take turns: what one asks
 * for waits for one piece of each other's, however many requests those have.
 */
export class MainThreadTurns {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** As many slices in each turn as fit into some milliseconds. */
  async all<Result>(workspaceId: string, slices: Slices<Result>): Promise<Result> {
    for (;;) {
      const step = await this.take(workspaceId, () => {
        const until = performance.now() + TURN_MILLIS;
        let next = slices.next();
        while (next.done !== true && performance.now() < until) next = slices.next();
        return next;
      });
      if (step.done === true) return step.value;
    }
  }

  async take<T>(workspaceId: string, work: () => T): Promise<T> {
    await this.#turnOf(workspaceId);
    try {
      return work();
    } finally {
      setImmediate(() => this.#pass());
    }
  }

  #turnOf(workspaceId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#isTaken) {
      const own = this.#waiting.get(workspaceId) ?? [];
      own.push(resolve);
      this.#waiting.set(workspaceId, own);
    } else {
      this.#isTaken = true;
      resolve();
    }
    return promise;
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    const [workspaceId, own] = next;
    const begin = own.shift();
    this.#waiting.delete(workspaceId);
    if (own.length > 0) this.#waiting.set(workspaceId, own);
    begin?.();
  }
}
