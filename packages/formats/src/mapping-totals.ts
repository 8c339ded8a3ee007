import { ALL_REQUESTS, mergeAllCells, Sketch } from "@headroom/core";
import type { Cell, SampleSink } from "@headroom/core";

/** One request from its line; NaN if a value isn't a number. The same object is reused for every line. */
export interface MappedRow {
  label: number;
  timeMicros: number;
  /** The time is a date. */
  hasDate: boolean;
  latencyMicros: number;
  failed: boolean;
  reason: string;
  items: number;
  bytes: number;
  /** Null if the line doesn't say. */
  users: number | null;
}

interface Total {
  all: Sketch;
  /** Null while none has failed. */
  failed: Sketch | null;
  items: number;
  bytes: number;
}

/** Requests without a time: a sketch for each label, passed on as totals. */
export class MappedTotals {
  readonly #sink: SampleSink;
  /** By the sink's numbers, which are limited. */
  readonly #totals = new Map<number, Total>();

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  add({ label, latencyMicros, failed, items, bytes }: MappedRow): void {
    let total = this.#totals.get(label);
    if (total === undefined) {
      total = { all: new Sketch(), failed: null, items: 0, bytes: 0 };
      this.#totals.set(label, total);
    }
    total.all.add(latencyMicros);
    if (failed) (total.failed ??= new Sketch()).add(latencyMicros);
    total.items += items;
    total.bytes += bytes;
  }

  end(): void {
    const cells = new Map([...this.#totals].map(([label, total]) => [label, cellOf(total)]));
    for (const [label, cell] of cells) if (label !== ALL_REQUESTS) this.#sink.total(label, cell);
    if (cells.size > 0) this.#sink.total(ALL_REQUESTS, mergeAllCells(cells.values()));
  }
}

function cellOf({ all, failed, items, bytes }: Total): Cell {
  return {
    requests: all.count,
    errors: failed?.count ?? 0,
    items,
    bytes,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed },
  };
}
