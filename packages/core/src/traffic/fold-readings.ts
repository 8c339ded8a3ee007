import type { MappedSeries } from "./map-series.ts";
import type { PartialReading, Reading } from "./source-state.ts";

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;

/** What a source has counted since it started. */
export interface FoldedReading {
  /** Of the source: the same in every body. */
  key: string;
  rule: string;
  label: string;
  /** Null: the source doesn't say. */
  failed: boolean | null;
  fromZero: boolean;
  reading: Reading;
}

interface OpenParts extends PartialReading {
  atMost: [number, number][];
}

/** Gathers what the sources of a body have counted since they started. */
export class ReadingFold {
  readonly #parts = new Map<string, FoldedReading & { reading: OpenParts }>();
  readonly #readings: FoldedReading[] = [];

  take(key: string, { rule, label, failed, fromZero }: RequestSeries, reading: Reading): void {
    this.#readings.push({ key, rule, label, failed, fromZero, reading });
  }

  /** One of the series of a classic histogram or summary. */
  takePart(
    key: string,
    mapped: RequestSeries,
    { atMicros, startMicros }: { atMicros: number; startMicros: number | null },
    value: number,
  ): void {
    const { part, rule, label, failed, fromZero, microsPerUnit } = mapped;
    if (part === null) return;
    const at = `${key} ${atMicros}`;
    let gathered = this.#parts.get(at);
    if (gathered === undefined) {
      const reading: OpenParts = { atMicros, startMicros, count: null, sumMicros: null, atMost: [] };
      gathered = { key, rule, label, failed, fromZero, reading };
      this.#parts.set(at, gathered);
    }
    const { reading } = gathered;
    switch (part.part) {
      case "sum":
        reading.sumMicros = value * microsPerUnit;
        return;
      case "count":
        reading.count ??= Math.round(value);
        return;
      case "bucket":
        if (part.bound === Infinity) reading.count = Math.round(value);
        else reading.atMost.push([Math.round(part.bound * microsPerUnit), Math.round(value)]);
    }
  }

  finish(): FoldedReading[] {
    return [...this.#readings, ...this.#parts.values()];
  }
}
