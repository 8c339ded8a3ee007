import { ALL_REQUESTS, emptyCell, SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";

interface Counts {
  requests: number;
  errors: number;
}

/** What was counted in each second of each label, to be given in order of time. */
export class SecondCounts {
  readonly #seconds = new Map<number, Map<number, Counts>>();

  add(
    label: number,
    requests: Readonly<Record<string, number>>,
    errors: Readonly<Record<string, number>>,
  ): void {
    for (const [second, times] of Object.entries(requests)) this.#at(Number(second), label).requests += times;
    for (const [second, times] of Object.entries(errors)) this.#at(Number(second), label).errors += times;
  }

  /** Gives every second of every label, and of all requests. */
  give(sink: SampleSink): void {
    for (const second of [...this.#seconds.keys()].toSorted((a, b) => a - b)) {
      const all: Counts = { requests: 0, errors: 0 };
      for (const [label, counts] of this.#seconds.get(second) ?? []) {
        all.requests += counts.requests;
        all.errors += counts.errors;
        giveOne(sink, label, second, counts);
      }
      giveOne(sink, ALL_REQUESTS, second, all);
    }
  }

  #at(second: number, label: number): Counts {
    let labels = this.#seconds.get(second);
    if (labels === undefined) {
      labels = new Map();
      this.#seconds.set(second, labels);
    }
    let counts = labels.get(label);
    if (counts === undefined) {
      counts = { requests: 0, errors: 0 };
      labels.set(label, counts);
    }
    return counts;
  }
}

function giveOne(sink: SampleSink, label: number, second: number, { requests, errors }: Counts): void {
  sink.interval(label, second * SECOND_MICROS, 1, { ...emptyCell(), requests, errors, items: requests });
}
