/** Where a target's text stopped making sense. Leaves the parser only as a value. */
export class TargetSyntaxError extends Error {
  readonly at: number;
  readonly hint: string;

  constructor(message: string, at: number, hint: string) {
    super(message);
    this.at = at;
    this.hint = hint;
  }
}

const SPACE = /\s/;
const WORD = /[\p{L}\p{N}_\-./$µ]/u;
const DIGIT = /[0-9]/;
/** 10^15: far above any figure of a test, far below where doubles lose whole numbers. */
const MAX_NUMBER = 1e15;
const MAX_FRACTION = 9;

/** Reads a target's text from left to right; every method starts at the next character that is not a space. */
export class TargetScanner {
  readonly text: string;
  #at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get at(): number {
    while (SPACE.test(this.text.charAt(this.#at))) this.#at++;
    return this.#at;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  fail(message: string, hint: string, at = this.at): never {
    throw new TargetSyntaxError(message, at, hint);
  }

  /** Fails because something else is expected here. */
  expected(what: string, hint: string, at = this.at): never {
    const found = this.ended ? "the target ends" : `found ${this.seen()}`;
    return this.fail(`Expected ${what}, but ${found}.`, hint, at);
  }

  /** What is here, for messages. */
  seen(): string {
    const word = this.peekWord();
    return `“${word === "" ? String.fromCodePoint(this.text.codePointAt(this.at) ?? 0) : word}”`;
  }

  /** Takes the first of these symbols that stands here. */
  symbol<T extends string>(symbols: readonly T[]): T | null {
    const found = symbols.find((symbol) => this.text.startsWith(symbol, this.at)) ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  peekWord(): string {
    let end = this.at;
    for (;;) {
      const point = this.text.codePointAt(end);
      const character = point === undefined ? "" : String.fromCodePoint(point);
      if (character === "" || !WORD.test(character)) return this.text.slice(this.#at, end);
      end += character.length;
    }
  }

  /** Takes a word if it is this one, in any case. */
  word(expected: string): boolean {
    const found = this.peekWord();
    if (found.toLowerCase() !== expected) return false;
    this.#at += found.length;
    return true;
  }

  takeWord(): string {
    const word = this.peekWord();
    this.#at += word.length;
    return word;
  }

  /** Takes letters only: a unit may stand right behind its number and before a slash. */
  letters(): string {
    const [found = ""] = /^[\p{L}µ]*/u.exec(this.text.slice(this.at)) ?? [];
    this.#at += found.length;
    return found;
  }

  back(at: number): void {
    this.#at = at;
  }

  /** Takes everything up to a space or a comparator. */
  bare(): string {
    const [found = ""] = /^[^\s<>≤≥"]*/u.exec(this.text.slice(this.at)) ?? [];
    this.#at += found.length;
    return found;
  }

  /** Takes a text in double quotes, with \" and \\ for these two; null when no quote stands here. */
  quoted(): string | null {
    const begin = this.at;
    if (this.text.charAt(begin) !== '"') return null;
    let value = "";
    for (let at = begin + 1; at < this.text.length; at++) {
      const character = this.text.charAt(at);
      if (character === '"') {
        this.#at = at + 1;
        return value;
      }
      if (character === "\\") at++;
      value += this.text.charAt(at);
    }
    return this.fail("The quote is never closed.", 'Close it with ".', begin);
  }

  /** Takes a number with digit groups, a fraction and a k or M behind it. */
  number(): number {
    const begin = this.at;
    const whole = this.#groups();
    if (whole === "") this.expected("a number", "Write a number such as 200, 0.1, 50,000 or 50k.");
    const fraction = this.#fraction();
    const value = Number(`${whole}${fraction}e${this.#exponent()}`);
    if (value > MAX_NUMBER)
      this.fail("The number is too large.", "Use at most 1,000,000,000,000,000.", begin);
    return value;
  }

  #groups(): string {
    let digits = this.#digits();
    for (;;) {
      const separator = this.text.charAt(this.#at);
      if (digits === "" || (separator !== "," && separator !== "_")) return digits;
      const at = this.#at;
      this.#at++;
      const group = this.#digits();
      if (group.length !== 3 || digits.length > 15) {
        this.fail(
          "A comma must be followed by three digits.",
          "A comma groups thousands. Write 0.1 with a point.",
          at,
        );
      }
      digits += group;
    }
  }

  #fraction(): string {
    if (this.text.charAt(this.#at) !== ".") return "";
    const at = this.#at;
    this.#at++;
    const digits = this.#digits();
    if (digits === "" || digits.length > MAX_FRACTION) {
      this.fail(
        `Expected one to ${MAX_FRACTION} digits after the point.`,
        "Write a number such as 0.1.",
        at + 1,
      );
    }
    return `.${digits}`;
  }

  #exponent(): number {
    const before = this.#at;
    const letters = this.letters();
    if (letters === "k" || letters === "K") return 3;
    if (letters === "M") return 6;
    this.#at = before;
    return 0;
  }

  #digits(): string {
    const begin = this.#at;
    while (DIGIT.test(this.text.charAt(this.#at))) this.#at++;
    return this.text.slice(begin, this.#at);
  }
}
