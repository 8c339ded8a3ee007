import type { MetricSeries, MetricSink, MetricTime } from "@headroom/core";
import { DEFAULT_SERIES_LIMITS, tooMany } from "../series-limits.ts";
import type { SeriesLimits } from "../series-limits.ts";
import { inOne } from "../slices.ts";
import type { Slices } from "../slices.ts";
import { BACKSLASH, COMMA, EQUALS, LINE_FEED, QUOTE, RETURN, SPACE } from "./line-bytes.ts";
import { KnownLines, LineKeys, seriesOf } from "./known-lines.ts";
import type { KnownKey } from "./known-lines.ts";
import { lineText } from "./line-key.ts";
import { isBoolean, readNumber } from "./line-number.ts";
import { readTime } from "./line-time.ts";
import type { InfluxPrecision } from "./line-time.ts";

export interface InfluxOptions {
  /** As `precision` in the query says. Both versions of the API take nanoseconds if it is missing. */
  precision: InfluxPrecision;
  limits?: Partial<SeriesLimits>;
  /** What earlier bodies with the same limits left: it only saves time. */
  known?: KnownLines;
}

export interface InfluxResult {
  /** Lines that were accepted, those without a number included. */
  lines: number;
  /** Numbers that were handed over. */
  values: number;
  /** Texts and booleans of accepted lines. InfluxDB stores them, and nothing can be measured with them. */
  unused: number;
  /** Lines that were refused as a whole. */
  refused: number;
}

/**
 * Hands over each numeric field of a body in line protocol as a value of its own series. A line that can't be used is refused, the
 * others count. If it throws, drop what the sink already has.
 */
export function influxSlices(
  body: Uint8Array,
  options: InfluxOptions,
  sink: MetricSink,
): Slices<InfluxResult> {
  return new InfluxBody(body, options, sink).decode();
}

export function decodeInflux(body: Uint8Array, options: InfluxOptions, sink: MetricSink): InfluxResult {
  return inOne(influxSlices(body, options, sink));
}

const LINES_OF_A_SLICE = 20;

/** A numeric field of a measurement with its tags. */
interface Field {
  name: string;
  series: number | null;
  /** The line of `value`. A line that has a field twice means the last. */
  line: number;
  value: number;
}

/** What the body has of a measurement with its tags. */
interface OpenKey {
  key: KnownKey;
  /** By their bytes. */
  fields: Map<string, Field>;
  /** Most lines of a key have the same fields, and often only one. */
  latest: Field | null;
}

class InfluxBody {
  readonly #body: Buffer;
  readonly #precision: InfluxPrecision;
  readonly #limits: SeriesLimits;
  readonly #sink: MetricSink;
  readonly #lineKeys: LineKeys;
  readonly #keys = new Map<KnownKey, OpenKey>();
  /** By what they say, however they are spelled. */
  readonly #identities = new Map<string, OpenKey>();
  /** The numeric fields of the line that is being read. */
  readonly #pending: Field[] = [];
  readonly #result: InfluxResult = { lines: 0, values: 0, unused: 0, refused: 0 };
  #series = 0;
  #at = 0;
  #line = 1;
  #unused = 0;

  constructor(body: Uint8Array, { precision, limits, known }: InfluxOptions, sink: MetricSink) {
    this.#body = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#precision = precision;
    this.#limits = { ...DEFAULT_SERIES_LIMITS, ...limits };
    this.#sink = sink;
    this.#lineKeys = new LineKeys(known ?? new KnownLines(), this.#body, this.#limits);
  }

  *decode(): Slices<InfluxResult> {
    let left = LINES_OF_A_SLICE;
    while (this.#at < this.#body.length) {
      const line = this.#line;
      this.#skipSpaces();
      if (!this.#isBlank()) {
        const problem = this.#readLine(line);
        if (problem !== null) this.#refuse(line, problem);
      }
      this.#skipLine();
      left -= 1;
      if (left > 0) continue;
      left = LINES_OF_A_SLICE;
      yield;
    }
    return this.#result;
  }

  #readLine(line: number): string | null {
    this.#pending.length = 0;
    this.#unused = 0;
    const open = this.#readKey();
    if (typeof open === "string") return open;
    const problem = this.#readFields(open, line);
    if (problem !== null) return problem;
    const time = this.#readTime();
    if (typeof time === "string") return time;
    this.#handOver(open.key, time);
    return null;
  }

  #readKey(): OpenKey | string {
    const key = this.#lineKeys.read(this.#at);
    this.#at = this.#lineKeys.end;
    if (key === null) return "it has no fields";
    if (typeof key === "string") return key;
    return this.#keys.get(key) ?? this.#openKey(key);
  }

  #openKey(key: KnownKey): OpenKey {
    if (this.#keys.size >= this.#limits.series) throw tooMany(this.#limits.series, "series");
    const open = this.#identities.get(key.identity) ?? {
      key,
      fields: new Map<string, Field>(),
      latest: null,
    };
    this.#keys.set(key, open);
    this.#identities.set(key.identity, open);
    return open;
  }

  #readFields(open: OpenKey, line: number): string | null {
    this.#skipSpaces();
    for (;;) {
      const start = this.#at;
      const problem = this.#findEquals() ?? this.#readValue(open, line, start);
      if (problem !== null) return problem;
      if (this.#body[this.#at] !== COMMA) return null;
      this.#at += 1;
    }
  }

  #findEquals(): string | null {
    const body = this.#body;
    const start = this.#at;
    for (let at = start; at < body.length && body[at] !== LINE_FEED; at += 1) {
      const byte = body[at];
      if (byte !== EQUALS && byte !== SPACE && byte !== COMMA) continue;
      if (at > start && body[at - 1] === BACKSLASH) continue;
      if (byte !== EQUALS) break;
      this.#at = at;
      return at === start ? "a field has no name" : null;
    }
    return "a field has no value";
  }

  /** `#at` is the equals sign after the field's name. */
  #readValue(open: OpenKey, line: number, nameStart: number): string | null {
    const body = this.#body;
    const nameEnd = this.#at;
    const start = nameEnd + 1;
    this.#at = start;
    if (body[start] === QUOTE) return this.#skipText();
    this.#skipToken();
    if (this.#at === start) return "a field has no value";
    if (isBoolean(body, start, this.#at)) {
      this.#unused += 1;
      return null;
    }
    const value = readNumber(body, start, this.#at);
    if (!Number.isFinite(value)) return "a field isn't a finite number, a boolean or a quoted text";
    const field = this.#fieldOf(open, nameStart, nameEnd);
    if (typeof field === "string") return field;
    if (field.line !== line) this.#pending.push(field);
    field.line = line;
    field.value = value;
    return null;
  }

  #fieldOf(open: OpenKey, start: number, end: number): Field | string {
    const { fields, latest } = open;
    if (latest !== null && this.#spells(latest.name, start, end)) return latest;
    const bytes = this.#body.toString("latin1", start, end);
    const known = fields.get(bytes);
    const field = known ?? this.#readField(start, end);
    if (typeof field === "string") return field;
    if (known === undefined) fields.set(bytes, field);
    open.latest = field;
    return field;
  }

  #readField(start: number, end: number): Field | string {
    const name = lineText(this.#body.subarray(start, end), true);
    if (name === null) return "a field's name isn't UTF-8";
    if (name.length > this.#limits.nameLength)
      return `a field's name is longer than ${this.#limits.nameLength} characters`;
    return { name, series: null, line: 0, value: 0 };
  }

  /** Whether these bytes are this name, letter by letter: in ASCII, without an escape. */
  #spells(name: string, start: number, end: number): boolean {
    if (end - start !== name.length) return false;
    for (let at = 0; at < name.length; at += 1) {
      const byte = this.#body[start + at] as number;
      if (byte >= 0x80 || byte === BACKSLASH || byte !== name.charCodeAt(at)) return false;
    }
    return true;
  }

  /** A text may hold line feeds, commas and escaped quotes. */
  #skipText(): string | null {
    const body = this.#body;
    for (let at = this.#at + 1; at < body.length; at += 1) {
      const byte = body[at];
      if (byte === BACKSLASH) {
        at += 1;
        if (body[at] === LINE_FEED) this.#line += 1;
      } else if (byte === LINE_FEED) this.#line += 1;
      else if (byte === QUOTE) {
        this.#at = at + 1;
        this.#unused += 1;
        return this.#isTokenEnd(this.#at) ? null : "there is something after a quoted text";
      }
    }
    this.#at = body.length;
    return "a quoted text has no end";
  }

  #readTime(): MetricTime | string {
    this.#skipSpaces();
    const start = this.#at;
    this.#skipToken();
    const end = this.#at;
    this.#skipSpaces();
    if (!this.#isLineEnd(this.#at)) return "there is something after the fields and the timestamp";
    if (start === end) return { atMicros: null, startMicros: null };
    const atMicros = readTime(this.#body, start, end, this.#precision);
    return atMicros === null
      ? "the timestamp isn't a whole number or is out of range"
      : { atMicros, startMicros: null };
  }

  #handOver(key: KnownKey, time: MetricTime): void {
    const result = this.#result;
    result.lines += 1;
    result.unused += this.#unused;
    for (const field of this.#pending) {
      this.#limitValues();
      field.series ??= this.#addSeries(seriesOf(key, field.name));
      this.#sink.number(field.series, time, field.value);
      result.values += 1;
    }
  }

  #addSeries(series: MetricSeries): number {
    if (this.#series >= this.#limits.series) throw tooMany(this.#limits.series, "series");
    this.#series += 1;
    return this.#sink.series(series);
  }

  #refuse(line: number, problem: string): void {
    this.#limitValues();
    this.#result.refused += 1;
    this.#sink.refuse(line, problem);
  }

  #limitValues(): void {
    const { values, refused } = this.#result;
    if (values + refused >= this.#limits.values) throw tooMany(this.#limits.values, "values");
  }

  #skipSpaces(): void {
    while (this.#body[this.#at] === SPACE) this.#at += 1;
  }

  #skipToken(): void {
    const body = this.#body;
    let at = this.#at;
    // Most bytes are above all that can end a token.
    for (; at < body.length; at += 1) if ((body[at] as number) <= COMMA && this.#isTokenEnd(at)) break;
    this.#at = at;
  }

  #skipLine(): void {
    // A line that could be read is at its end already.
    const isAtEnd = this.#body[this.#at] === LINE_FEED;
    const end = isAtEnd ? this.#at : this.#body.indexOf(LINE_FEED, this.#at);
    this.#at = end < 0 ? this.#body.length : end + 1;
    this.#line += 1;
  }

  #isTokenEnd(at: number): boolean {
    const byte = this.#body[at];
    return byte === COMMA || byte === SPACE || this.#isLineEnd(at);
  }

  #isLineEnd(at: number): boolean {
    const byte = this.#body[at];
    if (byte !== RETURN) return byte === undefined || byte === LINE_FEED;
    const next = this.#body[at + 1];
    return next === undefined || next === LINE_FEED;
  }

  #isBlank(): boolean {
    return this.#isLineEnd(this.#at) || this.#body[this.#at] === 0x23;
  }
}
