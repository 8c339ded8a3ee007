import { SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import type { Layout } from "./layout.ts";
import type { Row } from "./row.ts";

/** How far apart in time rows may be to share the values of a second. A power of two. */
const SECONDS = 4_096;

const GAUGES = [
  { name: "first byte", unit: "ms" },
  { name: "connect", unit: "ms" },
  { name: "sent per request", unit: "B" },
] as const;
const WIDTH = GAUGES.length;

/** What JMeter says of a request beside its own time; -1 where it does not. */
export type RequestTimings = Pick<Row, "firstByteMillis" | "connectMillis" | "sentBytes">;

export function tellsTimings({ at }: Layout): boolean {
  return at.Latency >= 0 || at.Connect >= 0 || at.sentBytes >= 0;
}

/** Of a failed request that never got a first byte, JMeter says 0. */
export function firstByteOf(millis: number, failed: boolean): number {
  return failed && millis === 0 ? -1 : millis;
}

/**
 * The time to the first byte, the time to connect and the bytes sent of a run's requests, reduced to the mean, the
 * lowest and the highest of each second, with their number: so seconds of several files weigh by their requests.
 */
export class RequestGauges {
  readonly #sink: SampleSink;
  /** Created with the first value: some files have none. */
  #seconds = new Float64Array(0);
  #counts = new Float64Array(0);
  #sums = new Float64Array(0);
  #least = new Float64Array(0);
  #most = new Float64Array(0);
  /** Where the values of the last second are that was looked up. */
  #at = 0;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** A request by the moment it completed. */
  see(atMicros: number, { firstByteMillis, connectMillis, sentBytes }: RequestTimings): void {
    if (firstByteMillis < 0 && connectMillis < 0 && sentBytes < 0) return;
    this.turnTo(atMicros);
    for (const [which, value] of [firstByteMillis, connectMillis, sentBytes].entries())
      if (value >= 0) this.add(which, { count: 1, sum: value, min: value, max: value });
  }

  /** What some requests of the second that was looked up last have of one gauge. */
  add(
    which: number,
    { count, sum, min, max }: { count: number; sum: number; min: number; max: number },
  ): void {
    const at = this.#at + which;
    this.#counts[at] = (this.#counts[at] as number) + count;
    this.#sums[at] = (this.#sums[at] as number) + sum;
    this.#least[at] = Math.min(this.#least[at] as number, min);
    this.#most[at] = Math.max(this.#most[at] as number, max);
  }

  turnTo(atMicros: number): void {
    if (this.#seconds.length === 0) {
      this.#seconds = new Float64Array(SECONDS).fill(Number.NaN);
      this.#counts = new Float64Array(SECONDS * WIDTH);
      this.#sums = new Float64Array(SECONDS * WIDTH);
      this.#least = new Float64Array(SECONDS * WIDTH);
      this.#most = new Float64Array(SECONDS * WIDTH);
    }
    const second = Math.floor(atMicros / SECOND_MICROS);
    const slot = second & (SECONDS - 1);
    if (this.#seconds[slot] !== second) {
      this.#give(slot);
      const [from, to] = [slot * WIDTH, (slot + 1) * WIDTH];
      this.#seconds[slot] = second;
      this.#counts.fill(0, from, to);
      this.#sums.fill(0, from, to);
      this.#least.fill(Number.POSITIVE_INFINITY, from, to);
      this.#most.fill(Number.NEGATIVE_INFINITY, from, to);
    }
    this.#at = slot * WIDTH;
  }

  /** Passes on what is still held, in order of time. */
  end(): void {
    const slots = Array.from(this.#seconds.keys()).filter((slot) => !Number.isNaN(this.#seconds[slot]));
    slots.sort((a, b) => (this.#seconds[a] as number) - (this.#seconds[b] as number));
    for (const slot of slots) this.#give(slot);
  }

  #give(slot: number): void {
    const second = this.#seconds[slot] as number;
    if (Number.isNaN(second)) return;
    for (const [which, { name, unit }] of GAUGES.entries()) {
      const at = slot * WIDTH + which;
      const count = this.#counts[at] as number;
      if (count === 0) continue;
      const [min, max] = [this.#least[at] as number, this.#most[at] as number];
      const mean = (this.#sums[at] as number) / count;
      this.#sink.measure(this.#sink.gauge(name, unit), second * SECOND_MICROS, mean, { count, min, max });
    }
    this.#seconds[slot] = Number.NaN;
  }
}
