import { ALL_REQUESTS, type Cell, mergeAllCells, type SampleSink, Sketch } from "@headroom/core";

const SECOND_MICROS = 1_000_000;
/** Seconds kept open for lines of other clients that come late; what comes later is a further cell of its second. */
const OPEN_SECONDS = 120;
const CLOSED_AT_ONCE = 60;

interface OpenSecond {
  all: Sketch;
  failed: number;
}

/**
 * Requests by second and label where failed ones have no latency, so that they cannot be samples: they count as
 * requests and as errors, and percentiles are of the rest.
 */
export class SecondCells {
  readonly #sink: SampleSink;
  readonly #seconds = new Map<number, Map<number, OpenSecond>>();
  #lastSecond = Number.NaN;
  #last = new Map<number, OpenSecond>();

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  add(label: number, endMicros: number, latencyMicros: number): void {
    this.#open(label, endMicros).all.add(latencyMicros);
  }

  fail(label: number, endMicros: number): void {
    this.#open(label, endMicros).failed += 1;
  }

  end(): void {
    this.#close(this.#seconds.size);
  }

  #open(label: number, endMicros: number): OpenSecond {
    const second = Math.floor(endMicros / SECOND_MICROS);
    if (second !== this.#lastSecond) this.#turnTo(second);
    let open = this.#last.get(label);
    if (open === undefined) {
      open = { all: new Sketch(), failed: 0 };
      this.#last.set(label, open);
    }
    return open;
  }

  #turnTo(second: number): void {
    let labels = this.#seconds.get(second);
    if (labels === undefined) {
      if (this.#seconds.size === OPEN_SECONDS) this.#close(CLOSED_AT_ONCE);
      labels = new Map();
      this.#seconds.set(second, labels);
    }
    this.#lastSecond = second;
    this.#last = labels;
  }

  /** Closes the oldest seconds. */
  #close(count: number): void {
    const oldest = [...this.#seconds.keys()].toSorted((a, b) => a - b).slice(0, count);
    for (const second of oldest) {
      const labels = [...(this.#seconds.get(second) ?? [])];
      this.#seconds.delete(second);
      const cells = labels.map(([label, open]): [number, Cell] => [label, cellOf(open)]);
      for (const [label, cell] of cells) this.#sink.interval(label, second * SECOND_MICROS, 1, cell);
      const all = mergeAllCells(cells.map(([, cell]) => cell));
      this.#sink.interval(ALL_REQUESTS, second * SECOND_MICROS, 1, all);
    }
    this.#lastSecond = Number.NaN;
  }
}

function cellOf({ all, failed }: OpenSecond): Cell {
  const requests = all.count + failed;
  return {
    requests,
    errors: failed,
    items: requests,
    bytes: 0,
    // Of all requests it is not known as soon as one of them has no latency.
    sumMicros: failed === 0 ? all.sum : null,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: failed === 0 ? null : new Sketch() },
  };
}
