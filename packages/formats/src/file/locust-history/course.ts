import { SECOND_MICROS } from "@headroom/core";
import type { Cell, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";

/** What a row says of one label since the start of the run, and of the last ten seconds. */
export interface Standing {
  second: number;
  requests: number;
  errors: number;
  meanMillis: number;
  minMillis: number;
  maxMillis: number;
  bytesEach: number;
  /** Of the last ten seconds; empty where Locust had none yet. */
  percentiles: Record<string, number>;
}

const MILLI = 1_000;
/** The window of Locust's percentiles, and so the length of our intervals. */
const WINDOW_SECONDS = 10;
/** What is left at the end is said to last so long at least: one second alone would be kept apart from the rest. */
const MIN_LEFT_SECONDS = 2;

/** One label's course: cumulative counts made into intervals of ten seconds. */
export class Course {
  readonly #label: number;
  readonly #sink: SampleSink;
  /** Where the next interval begins, with the counts up to there. */
  #fromSecond: number;
  #requests = 0;
  #errors = 0;
  #sumMillis = 0;
  #bytes = 0;
  #last: Standing | null = null;
  #intervals = 0;

  constructor(label: number, sink: SampleSink, runStartSecond: number) {
    this.#label = label;
    this.#sink = sink;
    this.#fromSecond = runStartSecond;
  }

  /** Takes the next row; false if its counts fell, as they do when Locust begins to count anew. */
  take(standing: Standing): boolean {
    const isAnew = standing.requests < this.#requests || standing.errors < this.#errors;
    if (isAnew) {
      this.#requests = 0;
      this.#errors = 0;
      this.#sumMillis = 0;
      this.#bytes = 0;
    }
    this.#last = standing;
    if (standing.second - this.#fromSecond >= WINDOW_SECONDS) {
      this.#give(standing, standing.second - this.#fromSecond, standing.percentiles);
    }
    return !isAnew;
  }

  /** Gives what is left, and the whole. Answers the whole. */
  end(): Cell | null {
    const last = this.#last;
    if (last === null) return null;
    const left = last.second - this.#fromSecond;
    if (left > 0 && last.requests > this.#requests) {
      // The window of the last row reaches back into the interval before, unless there is none.
      const percentiles = this.#intervals === 0 ? last.percentiles : {};
      this.#give(last, Math.max(left, MIN_LEFT_SECONDS), percentiles);
    }
    const { requests, errors, meanMillis: mean, minMillis: min, maxMillis: max } = last;
    const bytes = Math.round(last.bytesEach * requests);
    return givenCell(
      requests === 0 ? { requests, errors } : { requests, errors, bytes, mean, min, max },
      MILLI,
    );
  }

  #give(standing: Standing, seconds: number, percentiles: Record<string, number>): void {
    const requests = standing.requests - this.#requests;
    const sumMillis = standing.meanMillis * standing.requests;
    const bytes = standing.bytesEach * standing.requests;
    const cell = givenCell(
      {
        requests,
        errors: standing.errors - this.#errors,
        bytes: Math.max(0, Math.round(bytes - this.#bytes)),
        mean: requests === 0 ? null : Math.max(0, sumMillis - this.#sumMillis) / requests,
        percentiles: requests === 0 ? {} : percentiles,
      },
      MILLI,
    );
    this.#sink.interval(this.#label, this.#fromSecond * SECOND_MICROS, seconds, cell);
    this.#intervals += 1;
    this.#fromSecond = standing.second;
    this.#requests = standing.requests;
    this.#errors = standing.errors;
    this.#sumMillis = sumMillis;
    this.#bytes = bytes;
  }
}
