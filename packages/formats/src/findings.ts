import type { Refusal, RefusalTally, Warning } from "@headroom/core";

/** As many places as a person reads before opening the file. */
const NAMED = 10;

/** Collects the lines that a parser leaves out. */
export class Refusals {
  #count = 0;
  readonly #first: Refusal[] = [];

  /** `reason` is called only while places are still recorded, so that a file of bad lines stays cheap. */
  add(line: number, byte: number, column: string | null, reason: () => string): void {
    this.#count += 1;
    if (this.#first.length < NAMED) this.#first.push({ line, byte, column, reason: reason() });
  }

  tally(): RefusalTally {
    return { count: this.#count, first: this.#first };
  }
}

/** Collects warnings for the reader of the run, one for each code. */
export class Warnings {
  readonly #byCode = new Map<string, Warning>();

  /** The first detail is kept; later occurrences only count and record their line. */
  add(code: string, detail: string, line: number | null = null): void {
    let warning = this.#byCode.get(code);
    if (warning === undefined) {
      warning = { code, count: 0, detail, lines: [] };
      this.#byCode.set(code, warning);
    }
    warning.count += 1;
    if (line !== null && warning.lines.length < NAMED) warning.lines.push(line);
  }

  list(): Warning[] {
    return [...this.#byCode.values()];
  }
}

/** Text of a file for use in a message: short, on one line, quoted. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
