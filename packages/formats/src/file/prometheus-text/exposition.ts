import { HeadroomError } from "@headroom/core";
import { quoted } from "../../findings.ts";

export interface Series {
  name: string;
  labels: ReadonlyMap<string, string>;
  value: number;
  line: number;
}

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?$/;
const TYPE_LINE = /^#\s+TYPE\s+([a-zA-Z_:][a-zA-Z0-9_:]*)\s+([a-z]+)\s*$/;

/** The type of each family of metrics, as the comments say it. */
export function typesIn(text: string): Map<string, string> {
  const types = new Map<string, string>();
  for (const { line } of linesOf(text)) {
    const [, name, type] = line.startsWith("#") ? (TYPE_LINE.exec(line.slice(0, 1_000)) ?? []) : [];
    if (name !== undefined && type !== undefined) types.set(name, type);
  }
  return types;
}

/** Every series with one of these names. All lines are read, so that a broken one is not missed. */
export function seriesIn(text: string, names: ReadonlySet<string>): Series[] {
  const found: Series[] = [];
  for (const { line, number, isCut } of linesOf(text)) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const series = new SeriesReader(line, number).read();
    if (!names.has(series.name)) continue;
    if (isCut) {
      throw new HeadroomError(
        "file-truncated",
        `The scrape ends in the middle of line ${number}, so its value may be cut off.`,
        {
          line: number,
        },
      );
    }
    found.push(series);
  }
  return found;
}

/** NaN for what is not a number; `NaN` itself is one here, as is `+Inf`. */
export function readNumber(text: string): number {
  if (/^[+-]?inf$/i.test(text))
    return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return text.length <= 60 && NUMBER.test(text) ? Number(text) : Number.NaN;
}

/** A last line without its newline may have lost digits. */
function* linesOf(text: string): Generator<{ line: string; number: number; isCut: boolean }> {
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    yield { line: text.slice(at, end), number, isCut: newline < 0 };
    at = end + 1;
  }
}

/** Reads `name{label="value",…} value timestamp`; OpenMetrics puts an exemplar behind it. */
class SeriesReader {
  readonly #line: string;
  readonly #number: number;
  #at = 0;

  constructor(line: string, number: number) {
    this.#line = line;
    this.#number = number;
  }

  read(): Series {
    this.#space();
    const name = this.#name("the name of a metric");
    this.#space();
    const labels = this.#line[this.#at] === "{" ? this.#labels() : new Map<string, string>();
    const [written = "", ...rest] = this.#line.slice(this.#at).trim().split(/\s+/, 3);
    const value = readNumber(written);
    if (Number.isNaN(value) && !/^nan$/i.test(written)) this.#refuse("the value");
    const [behind] = Number.isNaN(readNumber(rest[0] ?? "")) ? rest : rest.slice(1);
    if (behind !== undefined && !behind.startsWith("#")) this.#refuse("a time or the end");
    return { name, labels, value, line: this.#number };
  }

  #labels(): Map<string, string> {
    const labels = new Map<string, string>();
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#take("}")) return labels;
      const label = this.#name("the name of a label");
      this.#space();
      if (!this.#take("=")) this.#refuse('"="');
      this.#space();
      labels.set(label, this.#text());
      this.#space();
      if (!this.#take(",") && this.#line[this.#at] !== "}") this.#refuse('"," or "}"');
    }
  }

  #text(): string {
    if (!this.#take('"')) this.#refuse("a quoted value");
    let text = "";
    for (;;) {
      const char = this.#line[this.#at++];
      if (char === undefined) return this.#refuse("the end of a quoted value");
      if (char === '"') return text;
      text += char === "\\" ? this.#escaped() : char;
    }
  }

  #escaped(): string {
    const char = this.#line[this.#at++];
    return char === "n" ? "\n" : (char ?? "");
  }

  #name(what: string): string {
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#line)?.[0];
    if (name === undefined) return this.#refuse(what);
    this.#at += name.length;
    return name;
  }

  #space(): void {
    while (this.#line[this.#at] === " " || this.#line[this.#at] === "\t") this.#at += 1;
  }

  #take(char: string): boolean {
    if (this.#line[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #refuse(wanted: string): never {
    throw new HeadroomError(
      "file-unreadable",
      `Line ${this.#number} is not a metric: expected ${wanted} in ${quoted(this.#line)}.`,
      { line: this.#number, hint: "Send the complete response of /metrics in the text format." },
    );
  }
}
