import type { Warning } from "./sample.ts";
import { addTimes, countsOf, encodeFailureTimes, FAILURE_STEPS } from "./failure-times.ts";
import type { FailureCount } from "./failure-times.ts";

interface Counted {
  times: number;
  /** Of those whose time is known. */
  bySlot: Map<number, number> | null;
}

const OTHER_REASONS = "(other reasons)";
const MAX_LENGTH = 300;
/** Spellings whose stored form is remembered: cleaning a text costs more than counting it. */
const MAX_SPELLINGS = 4_096;

/**
 * Counts failure reasons, up to a limit, so that messages with an ID in each don't fill the memory. All are counted in
 * the same step, which grows when there are too many intervals.
 */
export class FailureRegister {
  readonly #byLabel = new Map<number, Map<string, Counted>>();
  readonly #spellings = new Map<string, string>();
  readonly #reasonLimit: number;
  readonly #intervalLimit: number;
  #level = 0;
  #intervals = 0;
  #kept = 0;
  #grouped = 0;

  constructor(reasonLimit: number, intervalLimit: number) {
    this.#reasonLimit = reasonLimit;
    this.#intervalLimit = intervalLimit;
  }

  /** Reasons and intervals that are counted so far. */
  get size(): number {
    return this.#kept + this.#intervals;
  }

  /** `at`: in which seconds, from the origin; null: unknown. Returns the reason as it is counted. */
  add(label: number, reason: string, times: number, at: { second: number; seconds: number } | null): string {
    const reasons = this.#reasonsOf(label);
    let name = this.#storable(reason);
    let known = reasons.get(name);
    if (known === undefined) {
      if (this.#kept >= this.#reasonLimit) {
        this.#grouped += times;
        name = OTHER_REASONS;
      } else this.#kept += 1;
      known = reasons.get(name) ?? { times: 0, bySlot: null };
      reasons.set(name, known);
    }
    known.times += times;
    if (at !== null) this.#count(known, times, at);
    return name;
  }

  list(): FailureCount[] {
    const stepSeconds = this.#stepSeconds;
    return [...this.#byLabel].flatMap(([label, reasons]) =>
      [...reasons].map(([reason, { times, bySlot }]) => {
        const over = bySlot === null ? null : encodeFailureTimes({ stepSeconds, counts: countsOf(bySlot) });
        return { label, reason, times, over };
      }),
    );
  }

  warnings(): Warning[] {
    if (this.#grouped === 0) return [];
    const detail = `More than ${this.#reasonLimit} reasons of failures: those of the rest are counted as ${OTHER_REASONS}.`;
    return [{ code: "failure-reasons", count: this.#grouped, detail, lines: [] }];
  }

  get #stepSeconds(): number {
    return FAILURE_STEPS[this.#level] ?? 1;
  }

  #reasonsOf(label: number): Map<string, Counted> {
    const known = this.#byLabel.get(label);
    if (known !== undefined) return known;
    const reasons = new Map<string, Counted>();
    this.#byLabel.set(label, reasons);
    return reasons;
  }

  #storable(reason: string): string {
    const known = this.#spellings.get(reason);
    if (known !== undefined) return known;
    const name = storable(reason);
    if (this.#spellings.size < MAX_SPELLINGS) this.#spellings.set(reason, name);
    return name;
  }

  #count(counted: Counted, times: number, { second, seconds }: { second: number; seconds: number }): void {
    while (this.#stepSeconds < seconds && this.#level + 1 < FAILURE_STEPS.length) this.#coarsen();
    const bySlot = (counted.bySlot ??= new Map());
    const before = bySlot.size;
    addTimes(bySlot, Math.floor(second / this.#stepSeconds), times);
    this.#intervals += bySlot.size - before;
    while (this.#intervals > this.#intervalLimit && this.#level + 1 < FAILURE_STEPS.length) this.#coarsen();
  }

  #coarsen(): void {
    const fine = this.#stepSeconds;
    this.#level += 1;
    this.#intervals = 0;
    for (const counted of [...this.#byLabel.values()].flatMap((reasons) => [...reasons.values()])) {
      if (counted.bySlot === null) continue;
      const coarse = new Map<number, number>();
      for (const [slot, times] of counted.bySlot)
        addTimes(coarse, Math.floor((slot * fine) / this.#stepSeconds), times);
      counted.bySlot = coarse;
      this.#intervals += coarse.size;
    }
  }
}

/** As one line that the database can store. */
function storable(reason: string): string {
  const line = reason
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (line === "") return "(no reason given)";
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…`;
}
