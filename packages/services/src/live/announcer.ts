import type { Services } from "../context.ts";
import { announce } from "../announce.ts";

/** Less than the second after which the next change comes: none waits for long because one came late. */
const EVERY_MILLIS = 500;

/** Says what has changed: each service or run immediately, and then at most twice a second. */
export class Announcer {
  readonly #services: Pick<Services, "db">;
  readonly #everyMillis: number;
  /** When each was said last. */
  readonly #said = new Map<string, number>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(services: Pick<Services, "db">, everyMillis = EVERY_MILLIS) {
    this.#services = services;
    this.#everyMillis = everyMillis;
  }

  changed(ids: Iterable<string>): void {
    for (const id of ids) this.#waiting.add(id);
    this.#send();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #send(): void {
    if (this.#isClosed || this.#waiting.size === 0) return;
    const now = performance.now();
    for (const [id, at] of this.#said) if (now - at >= this.#everyMillis) this.#said.delete(id);
    const due = [...this.#waiting].filter((id) => !this.#said.has(id));
    for (const id of due) {
      this.#waiting.delete(id);
      this.#said.set(id, now);
    }
    if (due.length > 0) void announce(this.#services, due);
    if (this.#waiting.size === 0) return;
    clearTimeout(this.#timer);
    const next = Math.min(...[...this.#waiting].map((id) => (this.#said.get(id) ?? now) + this.#everyMillis));
    this.#timer = setTimeout(() => this.#send(), Math.max(1, next - now));
  }
}
