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
  readonly #readings: FoldedReading[] = [];

  take(
    { key, target }: SourceName,
    { rule, label, failed, fromZero }: RequestSeries,
    reading: Reading,
  ): void {
    this.#readings.push({ key, target, rule, label, failed, fromZero, reading });
  }

  /** One of the series of a classic histogram or summary. */
  takePart(
    { key, target }: SourceName,
    mapped: RequestSeries,
    { at: place, atMicros, startMicros }: { at: number; atMicros: number; startMicros: number | null },
    value: number,
  ): void {
    const { part, rule, label, failed, fromZero, microsPerUnit } = mapped;
    if (part === null) return;
    const at = `${key} ${atMicros}`;
    let gathered = this.#parts.get(at);
    if (gathered === undefined) {
      const reading: OpenParts = { atMicros, startMicros, count: null, sumMicros: null, atMost: [] };
      gathered = {
        key,
        target,
        rule,
        label,
        failed,
        fromZero,
        reading,
        histogram: part.histogram,
        at: place,
      };
      this.#parts.set(at, gathered);
    }
    gathered.at = place;
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
