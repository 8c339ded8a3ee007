import { decodeHead } from "./text-encoding.ts";

/** A value that isn't complete because the text ends. */
const CUT = Symbol("cut");

/**
 * The value at the start of a file's first bytes, as far as it goes: objects and arrays contain the members that are complete
 * enough to read. Undefined if it isn't a JSON object or array.
 */
export function readJsonHead(head: Uint8Array): unknown {
  const text = decodeHead(head).replace(/^\uFEFF/, "");
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    return new HeadReader(text).document();
  } catch {
    return undefined;
  }
}

/** Where text that `JSON.parse` refused stops being JSON; its length if it is only incomplete. */
export function whereJsonBreaks(text: string): number {
  const reader = new HeadReader(text);
  try {
    reader.document();
    return reader.at;
  } catch {
    return reader.at;
  }
}

/** A plain object, or null: the first question of every detection. */
export function asObject(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return value as Record<string, unknown>;
}

const MAX_DEPTH = 64;

class HeadReader {
  readonly #text: string;
  /** The value being read, or the last one read. */
  at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value();
    this.#space();
    if (this.at < this.#text.length && !this.#atNextDocument()) throw new SyntaxError("more than one value");
    return value === CUT ? undefined : value;
  }

  /** NDJSON: another value on a line of its own. */
  #atNextDocument(): boolean {
    return this.#text.slice(0, this.at).trimEnd().length < this.at;
  }

  #value(): unknown {
    this.#space();
    const first = this.#text[this.at];
    if (first === undefined) return CUT;
    if (first === "{") return this.#nested(() => this.#object());
    if (first === "[") return this.#nested(() => this.#array());
    if (first === '"') return this.#string();
    return this.#word();
  }

  #nested(read: () => unknown): unknown {
    if (this.#depth === MAX_DEPTH) throw new SyntaxError("nested too deep");
    this.#depth += 1;
    this.at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): unknown {
    const members = Object.create(null) as Record<string, unknown>;
    for (;;) {
      const next = this.#next();
      if (next === undefined) return members;
      if (next === "}") {
        this.at += 1;
        return members;
      }
      if (next !== '"') throw new SyntaxError("expected a name");
      const name = this.#string();
      if (name === CUT || this.#next() === undefined) return members;
      if (this.#text[this.at++] !== ":") throw new SyntaxError("expected a colon");
      const value = this.#value();
      if (value === CUT) return members;
      members[String(name)] = value;
      if (!this.#comma("}")) return members;
    }
  }

  #array(): unknown {
    const items: unknown[] = [];
    for (;;) {
      const next = this.#next();
      if (next === undefined) return items;
      if (next === "]") {
        this.at += 1;
        return items;
      }
      const value = this.#value();
      if (value === CUT) return items;
      items.push(value);
      if (!this.#comma("]")) return items;
    }
  }

  /** Whether another member follows; consumes the comma, or the closing bracket. */
  #comma(close: string): boolean {
    const next = this.#next();
    if (next === undefined) return false;
    this.at += 1;
    if (next === ",") return true;
    if (next === close) return false;
    throw new SyntaxError("expected a comma");
  }

  #string(): unknown {
    let end = this.at + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    if (end >= this.#text.length) {
      this.at = this.#text.length;
      return CUT;
    }
    const value: unknown = JSON.parse(this.#text.slice(this.at, end + 1));
    this.at = end + 1;
    return value;
  }

  #word(): unknown {
    const match = /[^\s,\]}]*/y;
    match.lastIndex = this.at;
    const word = match.exec(this.#text)?.[0] ?? "";
    if (this.at + word.length === this.#text.length) {
      this.at = this.#text.length;
      return CUT;
    }
    const value: unknown = JSON.parse(word);
    this.at += word.length;
    return value;
  }

  #next(): string | undefined {
    this.#space();
    return this.#text[this.at];
  }

  #space(): void {
    while (/\s/.test(this.#text[this.at] ?? "x")) this.at += 1;
  }
}
