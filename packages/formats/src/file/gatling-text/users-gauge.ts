import { SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";

/**
 * Concurrent users, counted from the records of their start and end, as one value a second. A second without records
 * has none; nothing is measured where there are no records of users.
 */
export class UsersGauge {
  readonly #sink: SampleSink;
  #gauge = -1;
  #users = 0;
  #lastMicros = 0;
  #nextSecondMicros = Number.NEGATIVE_INFINITY;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  change(by: 1 | -1, atMicros: number): void {
    if (this.#gauge < 0) this.#gauge = this.#sink.gauge("users", null);
    this.pass(atMicros);
    // A file that begins in the middle of a run has ends without starts.
    this.#users = Math.max(0, this.#users + by);
  }

  /** Something happened at this moment: if a second is over, its last value is measured. */
  pass(atMicros: number): void {
    if (this.#gauge < 0) return;
    if (atMicros >= this.#nextSecondMicros) {
      this.end();
      this.#nextSecondMicros = (Math.floor(atMicros / SECOND_MICROS) + 1) * SECOND_MICROS;
      this.#lastMicros = atMicros;
    } else if (atMicros > this.#lastMicros) this.#lastMicros = atMicros;
  }

  /** Measures the last value; to be called once more when all is read. */
  end(): void {
    if (this.#gauge < 0 || this.#nextSecondMicros === Number.NEGATIVE_INFINITY) return;
    this.#sink.measure(this.#gauge, this.#lastMicros, this.#users);
  }
}
