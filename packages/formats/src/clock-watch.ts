import { HOUR_MICROS, MINUTE_MICROS, SECOND_MICROS } from "@headroom/core";
import type { SampleColumns } from "@headroom/core";
import type { Warnings } from "./findings.ts";

/** Times that go back by less are lines that were written late. */
const LEAST_BACK = 5 * SECOND_MICROS;
/** Times that go on by less are a pause in the load. */
const LEAST_AHEAD = 5 * MINUTE_MICROS;
/** How many times the disorder and the gaps that were there before are still no step of the clock. */
const TIMES_BEFORE = 10;
/** A new time counts if the requests after it go on from there, as far as there are any. */
const AFTER = 20;
const LEAST_AFTER = 3;
const SHARE_AFTER = 0.8;
/** A clock that is set more often is a file in another order. */
const MOST_STEPS = 3;
/** Times that jump by more, on and on, are no order that a file could have. */
const FAR = 24 * HOUR_MICROS;
/** An hour less what lies between two requests. */
const DAYLIGHT_SAVING = MINUTE_MICROS;

interface Step {
  line: number | null;
  micros: number;
}

interface Candidate extends Step {
  /** The first time after the step. */
  to: number;
  seen: number;
  near: number;
  /** How many went on from before the step. */
  back: number;
  latest: number;
}

/**
 * Notices that the clock of a load generator was set while it wrote a file, or that hours are missing or occur twice.
 * Requests may come in any order within their latency; a single time that is out of place is no step of the clock.
 */
export class ClockWatch {
  readonly #line: () => number | null;
  readonly #steps: Step[] = [];
  /** The first of steps after which times went on neither from there nor from before. */
  #disorderly: Step | null = null;
  #candidate: Candidate | null = null;
  #newest = Number.NaN;
  #longestLatency = 0;
  #disorder = 0;
  #gap = 0;

  /** `line` gives the line that is being read, or null for a file without lines. */
  constructor(line: () => number | null) {
    this.#line = line;
  }

  seeAll({ completedAtMicros, latencyMicros, length }: SampleColumns): void {
    let [first, last, longest] = [Infinity, -Infinity, this.#longestLatency];
    for (let at = 0; at < length; at++) {
      const time = completedAtMicros[at] as number;
      const latency = latencyMicros[at] as number;
      if (time < first) first = time;
      if (time > last) last = time;
      if (latency > longest) longest = latency;
    }
    this.#longestLatency = longest;
    // Within so little time nothing can be out of place.
    if (this.#candidate === null && last - this.#newest <= LEAST_BACK && this.#newest - first <= LEAST_BACK) {
      if (last > this.#newest) this.#newest = last;
      return;
    }
    const line = this.#line();
    for (let at = 0; at < length; at++) {
      this.#see(completedAtMicros[at] as number, line === null ? null : line - (length - 1 - at));
    }
  }

  see(completedAtMicros: number, latencyMicros: number): void {
    if (latencyMicros > this.#longestLatency) this.#longestLatency = latencyMicros;
    this.#see(completedAtMicros, null);
  }

  /** Warns of the steps, once the file has ended. */
  end(warnings: Warnings): void {
    if (this.#candidate !== null) this.#decide(this.#candidate);
    if (this.#steps.length === 0 && this.#disorderly !== null)
      warnings.add("clock-jump", disorderOf(this.#disorderly), this.#disorderly.line);
    if (this.#steps.length > MOST_STEPS) return;
    for (const step of this.#steps) warnings.add("clock-jump", detailOf(step), step.line);
  }

  #see(time: number, line: number | null): void {
    if (this.#candidate !== null) this.#follow(this.#candidate, time);
    else if (Number.isNaN(this.#newest)) this.#newest = time;
    else if (this.#isStep(time - this.#newest)) {
      const micros = time - this.#newest;
      const own = { line: line ?? this.#line(), micros, to: time, latest: time };
      this.#candidate = { ...own, seen: 1, near: 1, back: 0 };
    } else this.#goOn(time);
  }

  #isStep(micros: number): boolean {
    if (micros > 0) return micros > Math.max(LEAST_AHEAD, TIMES_BEFORE * this.#gap);
    return -micros > Math.max(LEAST_BACK, TIMES_BEFORE * this.#disorder, 2 * this.#longestLatency);
  }

  #goOn(time: number): void {
    if (time > this.#newest) {
      this.#gap = Math.max(this.#gap, time - this.#newest);
      this.#newest = time;
    } else this.#disorder = Math.max(this.#disorder, this.#newest - time);
  }

  #follow(candidate: Candidate, time: number): void {
    candidate.seen += 1;
    if (Math.abs(time - candidate.to) < Math.abs(candidate.micros) / 2) candidate.near += 1;
    if (Math.abs(time - this.#newest) < Math.abs(candidate.micros) / 2) candidate.back += 1;
    candidate.latest = Math.max(candidate.latest, time);
    if (candidate.seen === AFTER) this.#decide(candidate);
  }

  #decide({ seen, near, back, latest, line, micros, to }: Candidate): void {
    this.#candidate = null;
    if (seen >= LEAST_AFTER && near >= SHARE_AFTER * seen) {
      this.#steps.push({ line, micros });
      this.#newest = micros > 0 ? latest : Math.max(to, latest);
      return;
    }
    if (Math.abs(micros) > FAR && seen >= LEAST_AFTER && near + back < SHARE_AFTER * seen)
      this.#disorderly ??= { line, micros };
    if (micros < 0) this.#disorder = Math.max(this.#disorder, -micros);
    else if (near > 1) this.#gap = Math.max(this.#gap, micros);
    this.#newest = Math.max(this.#newest, micros > 0 && near === 1 ? this.#newest : latest);
  }
}

function detailOf({ micros }: Step): string {
  const length = lengthOf(Math.abs(micros));
  const isHour = Math.abs(Math.abs(micros) - HOUR_MICROS) <= DAYLIGHT_SAVING;
  if (micros > 0) {
    const why = isHour ? "daylight saving time began, the clock was set" : "the clock was set";
    return `Times jump ahead by ${length}, without a request in between: ${why}, or nothing was sent.`;
  }
  const why = isHour ? "daylight saving time ended, the clock was set back" : "the clock was set back";
  return `Times go back by ${length}: ${why}, or files were appended. Requests before and after that share the same minutes.`;
}

function disorderOf({ micros }: Step): string {
  const length = lengthOf(Math.abs(micros));
  return `Times jump ${micros > 0 ? "ahead" : "back"} by ${length}, and again after that. Check the unit and the format of the file's times.`;
}

function lengthOf(micros: number): string {
  if (micros < MINUTE_MICROS) return `${Math.round(micros / SECOND_MICROS)} s`;
  const minutes = Math.round(micros / MINUTE_MICROS);
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return left === 0 ? `${hours} h` : `${hours} h ${left} min`;
}
