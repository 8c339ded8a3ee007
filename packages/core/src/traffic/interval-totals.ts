import { MAX_LATENCY_MICROS } from "./counted.ts";
import type { CountedBetween } from "./counted.ts";
import type { MappedSeries } from "./map-series.ts";

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;

export interface IntervalTotal {
  mapped: RequestSeries;
  key: string;
  counted: CountedBetween;
}

interface OpenTotal {
  mapped: RequestSeries;
  key: string;
  atMicros: number;
  count: number;
  meanMicros: number | null;
}

/** Gathers the fields of lines that sum up an interval each. */
export class IntervalTotals {
  readonly #totals = new Map<string, OpenTotal>();

  /** `line` identifies the line: measurement, tags and time. */
  take(line: string, field: string, value: number, of: Pick<OpenTotal, "mapped" | "key" | "atMicros">): void {
    const { lines, microsPerUnit } = of.mapped;
    let total = this.#totals.get(line);
    if (total === undefined) {
      total = { ...of, count: 0, meanMicros: null };
      this.#totals.set(line, total);
    }
    if (field === lines?.count) total.count = Math.round(value);
    else total.meanMicros = Math.min(value * microsPerUnit, MAX_LATENCY_MICROS);
  }

  finish(): IntervalTotal[] {
    const all = [...this.#totals.values()].filter(({ count }) => count > 0);
    const isWhole = ({ mapped }: OpenTotal) => mapped.label === mapped.lines?.whole;
    const parts = all.filter((total) => !isWhole(total));
    return (parts.length > 0 ? parts : all).map(({ mapped, key, atMicros, count, meanMicros }) => {
      const fromMicros = atMicros - (mapped.lines?.seconds ?? 0) * 1e6;
      const sumMicros = meanMicros === null ? null : meanMicros * count;
      return { mapped, key, counted: { count, sumMicros, buckets: null, fromMicros, toMicros: atMicros } };
    });
  }
}
