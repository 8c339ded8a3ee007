import type { Warning } from "./sample.ts";

/** How often requests of a label failed for one reason. */
export interface FailureCount {
  label: number;
  reason: string;
  times: number;
}

const OTHER_REASONS = "(other reasons)";
const MAX_LENGTH = 300;

/** Counts failure reasons, up to a limit, so that messages with an ID in each don't fill the memory. */
export class FailureRegister {
  readonly #byLabel = new Map<number, Map<string, number>>();
  readonly #limit: number;
  #kept = 0;
  #grouped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the reason as it is counted. */
  add(label: number, reason: string, times: number): string {
    let reasons = this.#byLabel.get(label);
    if (reasons === undefined) {
      reasons = new Map();
      this.#byLabel.set(label, reasons);
    }
    let name = storable(reason);
    let known = reasons.get(name);
    if (known === undefined && this.#kept >= this.#limit) {
      this.#grouped += times;
      name = OTHER_REASONS;
      known = reasons.get(name) ?? 0;
    } else if (known === undefined) {
      this.#kept += 1;
      known = 0;
    }
    reasons.set(name, known + times);
    return name;
  }

  list(): FailureCount[] {
    return [...this.#byLabel].flatMap(([label, reasons]) =>
      [...reasons].map(([reason, times]) => ({ label, reason, times })),
    );
  }

  warnings(): Warning[] {
    if (this.#grouped === 0) return [];
    const detail = `More than ${this.#limit} reasons of failures: those of the rest are counted as ${OTHER_REASONS}.`;
    return [{ code: "failure-reasons", count: this.#grouped, detail, lines: [] }];
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
