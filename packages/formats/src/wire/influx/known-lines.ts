import type { MetricSeries } from "@headroom/core";
import { addToHash, ByteCache } from "../byte-cache.ts";
import type { SeriesLimits } from "../series-limits.ts";
import { BACKSLASH, LINE_FEED, SPACE } from "./line-bytes.ts";
import { readLineKey } from "./line-key.ts";
import type { LineKey } from "./line-key.ts";

/** A measurement with its tags, as bodies repeat it. */
export interface KnownKey extends LineKey {
  /** The same for each spelling of it. */
  identity: string;
  /** By the name of the field, the first ones: the same object in every body, so that a sink can remember what it made of it. */
  series: Map<string, MetricSeries>;
}

/** By the bytes of measurement and tags. A text says why its lines are refused. */
export class KnownLines extends ByteCache<KnownKey | string> {}

const MAX_KNOWN_FIELDS = 8;
/** About what a field and a tag take in memory, beside their texts. */
const FIELD_BYTES = 100;
const TAG_BYTES = 120;
/** The sign bits of the bytes of a word that are at most a space, and perhaps of those before them. */
const SPACES = 0x2121_2121;
const SIGNS = 0x8080_8080;

/** Reads the measurements and tags of a body. */
export class LineKeys {
  /** Where the last one ended. */
  end = 0;
  readonly #known: KnownLines;
  readonly #body: Buffer;
  readonly #view: DataView;
  readonly #limits: SeriesLimits;

  constructor(known: KnownLines, body: Buffer, limits: SeriesLimits) {
    this.#known = known;
    this.#body = body;
    this.#view = new DataView(body.buffer, body.byteOffset, body.length);
    this.#limits = limits;
    known.makeRoom();
  }

  /** Null: no fields follow. */
  read(start: number): KnownKey | string | null {
    const hash = this.#findEnd(start);
    const { end } = this;
    if (this.#body[end] !== SPACE) return null;
    return this.#known.find(this.#view, start, end, hash) ?? this.#add(start, end, hash);
  }

  /** The first space that isn't escaped, or the end of the line. Returns the hash of what is before it. */
  #findEnd(start: number): number {
    const view = this.#view;
    const most = view.byteLength;
    let hash = 0;
    let at = start;
    for (;;) {
      while (at + 4 <= most) {
        const word = view.getInt32(at);
        if (((word - SPACES) & ~word & SIGNS) !== 0) break;
        hash = addToHash(hash, word);
        at += 4;
      }
      // Four bytes with a space among them, or the last ones.
      for (const stop = Math.min(at + 4, most); at < stop; at += 1) {
        const byte = view.getUint8(at);
        if (byte === LINE_FEED || (byte === SPACE && (at === start || view.getUint8(at - 1) !== BACKSLASH))) {
          this.end = at;
          return hash;
        }
        hash = addToHash(hash, byte);
      }
      if (at < most) continue;
      this.end = most;
      return hash;
    }
  }

  #add(start: number, end: number, hash: number): KnownKey | string {
    const bytes = this.#body.subarray(start, end);
    const key = readLineKey(bytes, this.#limits);
    const known =
      typeof key === "string"
        ? key
        : { ...key, identity: JSON.stringify([key.name, key.tags]), series: new Map() };
    const tags = typeof key === "string" ? 0 : key.tags.length;
    this.#known.add(bytes, hash, known, bytes.length + tags * TAG_BYTES + MAX_KNOWN_FIELDS * FIELD_BYTES);
    return known;
  }
}

export function seriesOf({ name, tags, series }: KnownKey, field: string): MetricSeries {
  const known = series.get(field);
  if (known !== undefined) return known;
  const added: MetricSeries = { name, field, tags, unit: null, kind: "unknown", temporality: "each" };
  if (series.size < MAX_KNOWN_FIELDS) series.set(field, added);
  return added;
}
