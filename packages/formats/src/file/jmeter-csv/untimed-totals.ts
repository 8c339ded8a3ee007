import { ALL_REQUESTS, mergeAllCells, Sketch } from "@headroom/core";
import type { Cell, LabelKind, SampleSink } from "@headroom/core";
import type { Row } from "./row.ts";

interface Total {
  kind: LabelKind;
  all: Sketch;
  failed: Sketch | null;
  bytes: number;
}

type UntimedRow = Pick<Row, "elapsedMillis" | "failed" | "bytes">;

/** Rows without a time: they make no series, but totals as exact as those of any samples. */
export class UntimedTotals {
  readonly #sink: SampleSink;
  /** By the sink's numbers, of which it gives no more than it has room for. */
  readonly #totals = new Map<number, Total>();

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  add(label: number, kind: LabelKind, { elapsedMillis, failed, bytes }: UntimedRow): void {
    let total = this.#totals.get(label);
    if (total === undefined) {
      total = { kind, all: new Sketch(), failed: null, bytes: 0 };
      this.#totals.set(label, total);
    }
    const latencyMicros = elapsedMillis * 1_000;
    total.all.add(latencyMicros);
    if (failed) (total.failed ??= new Sketch()).add(latencyMicros);
    total.bytes += bytes;
  }

  end(): void {
    const requests: Cell[] = [];
    for (const [label, total] of this.#totals) {
      const cell = cellOf(total);
      this.#sink.total(label, cell);
      if (total.kind === "request") requests.push(cell);
    }
    if (requests.length > 0) this.#sink.total(ALL_REQUESTS, mergeAllCells(requests));
  }
}

function cellOf({ all, failed, bytes }: Total): Cell {
  return {
    requests: all.count,
    errors: failed?.count ?? 0,
    items: all.count,
    bytes,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed },
  };
}
