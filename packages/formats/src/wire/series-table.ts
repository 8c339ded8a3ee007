import type { MetricSeries, MetricSink } from "@headroom/core";
import { tooMany } from "./series-limits.ts";

/** Passes each series of a body on once, however often the body repeats it. */
export class SeriesTable {
  readonly #sink: Pick<MetricSink, "series">;
  readonly #most: number;
  readonly #numbers = new Map<string, number>();
  readonly #identities = new Map<string, number>();
  /** Each text of a series as a number: a key of numbers is short, and no text can look like two others. */
  readonly #texts = new Map<string, number>();
  readonly #units: number[] = [];

  constructor(sink: Pick<MetricSink, "series">, most: number) {
    this.#sink = sink;
    this.#most = most;
  }

  /** `identity`: a text of the series, if its caller has one. Either all that are equal have it, or none. */
  numberOf(series: MetricSeries, identity: string | null = null): number {
    const numbers = identity === null ? this.#numbers : this.#identities;
    const key = identity ?? this.#keyOf(series);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (this.#numbers.size + this.#identities.size >= this.#most) throw tooMany(this.#most, "series");
    const number = this.#sink.series(series);
    numbers.set(key, number);
    return number;
  }

  #keyOf({ name, field, tags, unit, kind, temporality }: MetricSeries): string {
    this.#units.length = 0;
    this.#add(kind);
    this.#add(temporality);
    this.#add(unit);
    this.#add(field);
    this.#add(name);
    for (const [tag, value] of tags) {
      this.#add(tag);
      this.#add(value);
    }
    return String.fromCharCode(...this.#units);
  }

  #add(text: string | null): void {
    let number = 0;
    if (text !== null) {
      number = this.#texts.get(text) ?? this.#texts.size + 1;
      if (number > this.#texts.size) this.#texts.set(text, number);
    }
    this.#units.push(number & 0xffff, number >>> 16);
  }
}
