import { sumOf } from "./counted.ts";
import type { MappedSeries } from "./map-series.ts";
import type { PartialReading, Reading } from "./source-state.ts";

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;

/** What a source has counted since it started. */
export interface FoldedReading {
  /** Of the source: the same in every body. */
  key: string;
  /** Of what its series are read together with; null: it isn't known. */
  target: string | null;
  rule: string;
  label: string;
  /** Null: the source doesn't say. */
  failed: boolean | null;
  fromZero: boolean;
  reading: Reading;
}

export type SourceName = Pick<FoldedReading, "key" | "target">;

interface OpenParts extends PartialReading {
  atMost: [number, number][];
}

interface OpenHistogram extends FoldedReading {
  reading: OpenParts;
  histogram: string;
  /** The last of its series in the body. */
  at: number;
}

interface Moment {
  /** The place of the series in the body. */
  at: number;
  atMicros: number;
  startMicros: number | null;
}

/** Each bucket counts what those below it do. */
function isRising({ atMost, count }: OpenParts): boolean {
  const rising = atMost.toSorted(([a], [b]) => a - b);
  return [...rising, [Infinity, count ?? Infinity] as const].every(
    ([, below], at) => at === 0 || below >= (rising[at - 1]?.[1] ?? 0),
  );
}

/** Gathers what the sources of a body have counted since they started. */
export class ReadingFold {
  readonly #parts = new Map<string, OpenHistogram>();
  /** A body's series are mostly parts of the histogram that the last one belonged to. */
  #latest: OpenHistogram | null = null;
  readonly #readings: FoldedReading[] = [];

  take(
    { key, target }: SourceName,
    { rule, label, failed, fromZero }: RequestSeries,
    reading: Reading,
  ): void {
    this.#readings.push({ key, target, rule, label, failed, fromZero, reading });
  }

  /** One of the series of a classic histogram or summary. */
  takePart(name: SourceName, mapped: RequestSeries, moment: Moment, value: number): void {
    const { part, microsPerUnit } = mapped;
    if (part === null) return;
    const gathered = this.#gatheredAt(name, mapped, moment, part.histogram);
    gathered.at = moment.at;
    const { reading } = gathered;
    switch (part.part) {
      case "sum":
        reading.sumMicros = sumOf(value, microsPerUnit);
        return;
      case "count":
        reading.count ??= Math.round(value);
        return;
      case "bucket":
        if (part.bound === Infinity) reading.count = Math.round(value);
        else reading.atMost.push([Math.round(part.bound * microsPerUnit), Math.round(value)]);
    }
  }

  #gatheredAt(
    { key, target }: SourceName,
    { rule, label, failed, fromZero }: RequestSeries,
    { at: place, atMicros, startMicros }: Moment,
    histogram: string,
  ): OpenHistogram {
    const latest = this.#latest;
    if (latest !== null && latest.reading.atMicros === atMicros && latest.key === key) return latest;
    const at = `${key} ${atMicros}`;
    let gathered = this.#parts.get(at);
    if (gathered === undefined) {
      const reading: OpenParts = { atMicros, startMicros, count: null, sumMicros: null, atMost: [] };
      gathered = { key, target, rule, label, failed, fromZero, reading, histogram, at: place };
      this.#parts.set(at, gathered);
    }
    this.#latest = gathered;
    return gathered;
  }

  /** `refuse` gets the place and name of histograms whose buckets contradict each other. */
  finish(refuse: (at: number, histogram: string) => void): FoldedReading[] {
    const parts = [...this.#parts.values()].flatMap(({ at, histogram, ...gathered }) => {
      if (isRising(gathered.reading)) return gathered;
      refuse(at, histogram);
      return [];
    });
    return [...this.#readings, ...parts];
  }
}
