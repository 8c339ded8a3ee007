import { ALL_REQUESTS, SECOND_MICROS, Sketch } from "@headroom/core";
import type { Cell, SampleSink } from "@headroom/core";

/** Seconds kept open for lines of other clients that come late; what comes later begins its second anew. */
const OPEN_SECONDS = 120;
const CLOSED_AT_ONCE = 60;

interface OpenSecond {
  successes: number;
  sumMicros: number;
  minMicros: number;
  maxMicros: number;
  failed: number;
}

/**
 * Failed requests without a latency, which cannot be samples: they are given as what a second holds beside its samples.
 * Mean and extremes of a second stay those of the requests that have a latency.
 */
export class FailedSeconds {
  readonly #sink: SampleSink;
  readonly #seconds = new Map<number, Map<number, OpenSecond>>();
  #lastSecond = Number.NaN;
  #last = new Map<number, OpenSecond>();

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** A sample of the same second and label, which the sink was given. */
  succeed(label: number, endMicros: number, latencyMicros: number): void {
    const open = this.#open(label, endMicros);
    open.successes += 1;
    open.sumMicros += latencyMicros;
    if (latencyMicros < open.minMicros) open.minMicros = latencyMicros;
    if (latencyMicros > open.maxMicros) open.maxMicros = latencyMicros;
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
      open = emptySecond();
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
      for (const [label, open] of labels) this.#give(label, second, open);
      this.#give(ALL_REQUESTS, second, sumOf(labels.map(([, open]) => open)));
    }
    this.#lastSecond = Number.NaN;
  }

  #give(label: number, second: number, open: OpenSecond): void {
    if (open.failed > 0) this.#sink.interval(label, second * SECOND_MICROS, 1, cellOf(open));
  }
}

function emptySecond(): OpenSecond {
  return { successes: 0, sumMicros: 0, minMicros: Infinity, maxMicros: 0, failed: 0 };
}

function sumOf(seconds: readonly OpenSecond[]): OpenSecond {
  return seconds.reduce(
    (sum, open) => ({
      successes: sum.successes + open.successes,
      sumMicros: sum.sumMicros + open.sumMicros,
      minMicros: Math.min(sum.minMicros, open.minMicros),
      maxMicros: Math.max(sum.maxMicros, open.maxMicros),
      failed: sum.failed + open.failed,
    }),
    emptySecond(),
  );
}

function cellOf({ successes, sumMicros, minMicros, maxMicros, failed }: OpenSecond): Cell {
  const isKnown = successes > 0;
  return {
    requests: failed,
    errors: failed,
    items: failed,
    bytes: 0,
    sumMicros: isKnown ? (sumMicros / successes) * failed : null,
    minMicros: isKnown ? minMicros : null,
    maxMicros: isKnown ? maxMicros : null,
    distribution: { kind: "sketch", all: new Sketch(), failed: new Sketch() },
  };
}
