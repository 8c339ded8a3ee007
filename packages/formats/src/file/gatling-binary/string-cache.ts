/** A file with more, or with more text, has names or messages with an id in each. */
const MAX_STRINGS = 200_000;
const MAX_LETTERS = 8_000_000;

export const NOT_KEPT = "(name not kept)";

/**
 * The strings that a log writes once and then names by their number, counted from 1. They are kept within a limit:
 * those past it are still counted, and named alike when they come again.
 */
export class StringCache {
  readonly #strings: string[] = [""];
  #count = 1;
  #letters = 0;
  /** How often a string was asked for that is not kept. */
  missed = 0;

  /** The number that the next new string has. */
  get next(): number {
    return this.#count;
  }

  add(text: string): number {
    const number = this.#count++;
    const isKept = this.#strings.length === number && number <= MAX_STRINGS;
    if (isKept && this.#letters + text.length <= MAX_LETTERS) {
      this.#strings.push(text);
      this.#letters += text.length;
    }
    return number;
  }

  isKept(number: number): boolean {
    return number < this.#strings.length;
  }

  text(number: number): string {
    const text = this.#strings[number];
    if (text !== undefined) return text;
    this.missed += 1;
    return NOT_KEPT;
  }

  /** Takes back what was added since `next` was this: the record that brought it is not whole yet. */
  forgetFrom(number: number): void {
    while (this.#strings.length > number) this.#letters -= this.#strings.pop()?.length ?? 0;
    this.#count = number;
  }
}
