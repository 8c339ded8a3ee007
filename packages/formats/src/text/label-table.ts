import { LABEL_KINDS } from "@headroom/core";
import type { LabelKind, SampleSink } from "@headroom/core";
import { decodeText } from "./text-encoding.ts";

const NONE = -1;
/** Longer runs of equal slots come from labels chosen to collide; those are looked up by name. */
const PROBES = 32;
/** Room for so many labels at first, which most files don't exceed. */
const FIRST_ROOM = 256;
/** Longer labels aren't stored as bytes either. */
const KEPT_LABEL_BYTES = 1_024;
const FNV_PRIME = 0x01000193;
export const FNV_BASIS = 0x811c9dc5 | 0;

/** One step of the hash that `find` expects, for parsers that hash while they look for a field's end. */
export function hashStep(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, FNV_PRIME);
}

export interface LabelTableOptions {
  /** Further labels are looked up by name each time, so that a file of new labels can't fill the memory. */
  entries?: number;
  onLatin1: () => void;
}

/**
 * Labels by their bytes in the file: a string is created only the first time. An entry is a name; the
 * sink's number for each kind of label is requested on first use.
 */
export class LabelTable {
  readonly #sink: SampleSink;
  readonly #onLatin1: () => void;
  readonly #limit: number;
  #slots: Int32Array = new Int32Array(0);
  #hashes: Int32Array = new Int32Array(0);
  #starts: Int32Array = new Int32Array(0);
  #ends: Int32Array = new Int32Array(0);
  #arena: Uint8Array = new Uint8Array(16_384);
  #arenaBytes = 0;
  /** How many labels are stored. */
  count = 0;
  readonly #names: string[] = [];
  readonly #byName = new Map<string, number>();
  readonly #numbers: Record<LabelKind, Int32Array> = {
    request: new Int32Array(0),
    transaction: new Int32Array(0),
    hop: new Int32Array(0),
    status: new Int32Array(0),
  };
  /** Of each entry's requests, the first host; undefined: none was asked for. */
  readonly #hosts: (string | null | undefined)[] = [];
  /** Of those to further hosts. */
  readonly #elsewhere: (Map<string | null, number> | undefined)[] = [];
  #elsewhereCount = 0;
  /** Those of the guest, a label that isn't stored. */
  #guestNumbers: Partial<Record<LabelKind, number>> = {};
  #guestName = "";

  constructor(sink: SampleSink, { entries = 32_768, onLatin1 }: LabelTableOptions) {
    this.#sink = sink;
    this.#onLatin1 = onLatin1;
    this.#limit = entries;
    this.#makeRoom(Math.min(FIRST_ROOM, entries));
  }

  /** The entry of the label bytes[from..to), whose hash is `hash` from FNV_BASIS by `hashStep`. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = firstSlot(hash) & mask;
    for (let probe = 0; probe < PROBES; probe++) {
      const entry = slots[slot] as number;
      if (entry === NONE) return this.#add(bytes.subarray(from, to), hash, slot);
      if (this.#hashes[entry] === hash && this.#holds(entry, bytes, from, to)) return entry;
      slot = (slot + 1) & mask;
    }
    return this.#add(bytes.subarray(from, to), hash, NONE);
  }

  /** The same for a label without a hash. */
  findBytes(bytes: Uint8Array, from: number, to: number): number {
    let hash = FNV_BASIS;
    for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
    return this.find(bytes, from, to, hash);
  }

  /** The same for a label given as text. */
  findText(name: string): number {
    const bytes = Buffer.from(name);
    return this.findBytes(bytes, 0, bytes.length);
  }

  /** The sink's number for an entry as a label of this kind. */
  number(entry: number, kind: LabelKind): number {
    if (entry === this.#limit) return (this.#guestNumbers[kind] ??= this.#sink.label(this.#guestName, kind));
    const numbers = this.#numbers[kind];
    const known = numbers[entry] as number;
    if (known !== NONE) return known;
    const number = this.#sink.label(this.name(entry), kind);
    numbers[entry] = number;
    return number;
  }

  /** The same of requests of a source that says their tested host; null: it doesn't for these. */
  hosted(entry: number, host: string | null): number {
    if (entry === this.#limit) return this.#sink.label(this.#guestName, "request", host);
    const first = this.#hosts[entry];
    if (first === host) return this.#numbers.request[entry] as number;
    if (first === undefined && this.#numbers.request[entry] === NONE) {
      this.#hosts[entry] = host;
      return (this.#numbers.request[entry] = this.#sink.label(this.name(entry), "request", host));
    }
    const numbers = (this.#elsewhere[entry] ??= new Map());
    const known = numbers.get(host);
    if (known !== undefined) return known;
    const number = this.#sink.label(this.name(entry), "request", host);
    if (this.#elsewhereCount++ < this.#limit) numbers.set(host, number);
    return number;
  }

  /** Whether the entry's plain number is that of its requests to this host. */
  isFirstHost(entry: number, host: string | null): boolean {
    return entry !== this.#limit && this.#hosts[entry] === host;
  }

  /** Whether the entry was used as a label of this kind. */
  isNumbered(entry: number, kind: LabelKind): boolean {
    if (entry === this.#limit) return this.#guestNumbers[kind] !== undefined;
    return this.#numbers[kind][entry] !== NONE;
  }

  name(entry: number): string {
    return entry === this.#limit ? this.#guestName : (this.#names[entry] as string);
  }

  /** False for the guest entry, whose label changes. */
  isKept(entry: number): boolean {
    return entry < this.#limit;
  }

  /** More than any entry number. */
  get size(): number {
    return this.#limit + 1;
  }

  entryOf(name: string): number | null {
    return this.#byName.get(name) ?? null;
  }

  #holds(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    const arena = this.#arena;
    let at = this.#starts[entry] as number;
    if ((this.#ends[entry] as number) - at !== to - from) return false;
    for (let index = from; index < to; index++) {
      if (arena[at] !== bytes[index]) return false;
      at += 1;
    }
    return true;
  }

  #add(label: Uint8Array, hash: number, slot: number): number {
    const name = decodeText(label, this.#onLatin1);
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    if (slot === NONE || this.count === this.#limit || label.length > KEPT_LABEL_BYTES)
      return this.#guest(name);
    const entry = this.count++;
    this.#hashes[entry] = hash;
    this.#slots[slot] = entry;
    this.#keep(entry, label);
    this.#names[entry] = name;
    this.#byName.set(name, entry);
    const room = this.#hashes.length;
    if (this.count === room && room < this.#limit) this.#makeRoom(Math.min(2 * room, this.#limit));
    return entry;
  }

  #guest(name: string): number {
    this.#guestName = name;
    this.#guestNumbers = {};
    return this.#limit;
  }

  /** For so many entries, those that are stored included. */
  #makeRoom(entries: number): void {
    this.#hashes = lengthened(this.#hashes, entries);
    this.#starts = lengthened(this.#starts, entries);
    this.#ends = lengthened(this.#ends, entries);
    for (const kind of LABEL_KINDS) this.#numbers[kind] = lengthened(this.#numbers[kind], entries);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(entries * 4))).fill(NONE);
    for (let entry = 0; entry < this.count; entry++) this.#place(entry);
  }

  /** One that finds no free slot is looked up by name from then on. */
  #place(entry: number): void {
    const mask = this.#slots.length - 1;
    const first = firstSlot(this.#hashes[entry] as number);
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = (first + probe) & mask;
      if (this.#slots[slot] !== NONE) continue;
      this.#slots[slot] = entry;
      return;
    }
  }

  #keep(entry: number, label: Uint8Array): void {
    const wanted = this.#arenaBytes + label.length;
    if (wanted > this.#arena.length) {
      const grown = new Uint8Array(Math.max(wanted, 2 * this.#arena.length));
      grown.set(this.#arena.subarray(0, this.#arenaBytes));
      this.#arena = grown;
    }
    this.#arena.set(label, this.#arenaBytes);
    this.#starts[entry] = this.#arenaBytes;
    this.#ends[entry] = wanted;
    this.#arenaBytes = wanted;
  }
}

/** The low bits of FNV alone are weak for labels that differ in one digit. */
function firstSlot(hash: number): number {
  return hash ^ (hash >>> 15);
}

function lengthened(from: Int32Array, length: number) {
  const to = new Int32Array(length).fill(NONE, from.length);
  to.set(from);
  return to;
}
