import { SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";

/** How far apart in time lines may be to share one value per second. A power of two. */
const SECONDS = 4_096;
/** A second is passed on when the file is this far past it: a file that is still being written has a gauge, too. */
const PASSED_AFTER = 30;

/**
 * A gauge that a file repeats with every sample, reduced to the highest value of each second: what matters about
 * users is how many there were at most. Costs one look-up per sample, in fixed memory.
 */
export class PeakGauge {
  readonly #sink: SampleSink;
  readonly #name: string;
  readonly #unit: string | null;
  /** Created with the first value: most files have none. */
  #seconds = new Float64Array(0);
  #times = new Float64Array(0);
  #peaks = new Float64Array(0);
  /** The last second that was looked up. */
  #from = Number.NaN;
  #to = Number.NaN;
  #peak = Number.NaN;

  constructor(sink: SampleSink, name: string, unit: string | null) {
    this.#sink = sink;
    this.#name = name;
    this.#unit = unit;
  }

  see(atMicros: number, value: number): void {
    // Nearly every sample is in the same second as the previous one, and no higher.
    if (atMicros >= this.#from && atMicros < this.#to && value <= this.#peak) return;
    this.#put(atMicros, value);
  }

  #put(atMicros: number, value: number): void {
    if (this.#seconds.length === 0) {
      this.#seconds = new Float64Array(SECONDS).fill(Number.NaN);
      this.#times = new Float64Array(SECONDS);
      this.#peaks = new Float64Array(SECONDS);
    }
    const second = Math.floor(atMicros / SECOND_MICROS);
    const slot = second & (SECONDS - 1);
    if (this.#seconds[slot] !== second) {
      this.#give(slot);
      const passed = second - PASSED_AFTER;
      if (this.#seconds[passed & (SECONDS - 1)] === passed) this.#give(passed & (SECONDS - 1));
      this.#seconds[slot] = second;
      this.#peaks[slot] = Number.NEGATIVE_INFINITY;
    }
    if (value > (this.#peaks[slot] as number)) {
      this.#times[slot] = atMicros;
      this.#peaks[slot] = value;
    }
    this.#from = second * SECOND_MICROS;
    this.#to = this.#from + SECOND_MICROS;
    this.#peak = this.#peaks[slot] as number;
  }

  /** Passes on what is still held, in order of time. */
  end(): void {
    const slots = Array.from(this.#seconds.keys()).filter((slot) => !Number.isNaN(this.#seconds[slot]));
    slots.sort((a, b) => (this.#seconds[a] as number) - (this.#seconds[b] as number));
    for (const slot of slots) this.#give(slot);
  }

  #give(slot: number): void {
    if (Number.isNaN(this.#seconds[slot])) return;
    const gauge = this.#sink.gauge(this.#name, this.#unit);
    this.#sink.measure(gauge, this.#times[slot] as number, this.#peaks[slot] as number);
    this.#seconds[slot] = Number.NaN;
  }
}
