/** Answers that are read once for everyone who asks within some time. Failures are shared, too, and then forgotten. */
export class SharedReads<Answer> {
  readonly #keptMillis: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, { at: number; answer: Promise<Answer> }>();

  constructor(keptMillis: number, now: () => number = Date.now) {
    this.#keptMillis = keptMillis;
    this.#now = now;
  }

  read(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const now = this.#now();
    for (const [old, { at }] of this.#kept) {
      if (now - at < this.#keptMillis) break;
      this.#kept.delete(old);
    }
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept.answer;
    const answer = read();
    this.#kept.set(key, { at: now, answer });
    answer.catch(() => this.#kept.delete(key));
    return answer;
  }
}
