import { HeadroomError } from "../problem.ts";
import { ByteReader, ByteWriter } from "../sketch/varint.ts";
import type { Counted } from "./counted.ts";
import type { FoldedReading, FoldedReplica } from "./fold-readings.ts";
import type { PartialReading, Reading } from "./source-state.ts";
import { decodeTexts, TextTable } from "./text-table.ts";

/**
 * version 1, 3 with replicas or twins (2 in earlier builds, without twins), or 4 with joints | how many readings | length of the texts | texts | readings
 *   texts: keys, targets, rules and labels as JSON, each once
 *   a reading: flags | key | target, if any | rule | label | at | start, if any | count, if any | sum, if any | buckets
 *   and after it, in version 2 and 3: flags | of its replica, if any: its name | bare key | group | if it can have twins: job | place | if it is joined: its joint
 *   its buckets, if it is a part: how many | each bound and how many are at most that
 *   and otherwise: how many bounds, or 0 without buckets | bounds | one more count than bounds
 */
const VERSION = 1;
/** Only where there are some, so that a process of the version before can read everything else. */
const WITH_REPLICAS = 2;
const WITH_TWINS = 3;
const WITH_JOINTS = 4;
const HAS_TARGET = 1;
const SAYS_OUTCOME = 2;
const FAILED = 4;
const FROM_ZERO = 8;
const WHOLE = 16;
const HAS_START = 32;
const HAS_COUNT = 64;
const HAS_SUM = 128;
const HAS_REPLICA = 1;
const IS_SURE = 2;
const IS_ALONE = 4;
const HAS_TWIN = 8;
const HAS_JOINT = 16;

/** Stored in the live log only: an update may find what the version before has left there. */
export class FoldedReadingsWriter {
  readonly #texts = new TextTable();
  readonly #figures = new ByteWriter();
  readonly #version: number;
  #count = 0;

  /** `readings`: all that will be added. */
  constructor(readings: readonly FoldedReading[]) {
    this.#version = versionOf(readings);
  }

  add(one: FoldedReading): void {
    const [texts, figures] = [this.#texts, this.#figures];
    figures.byte(flagsOf(one));
    figures.varint(texts.placeOf(one.key));
    if (one.target !== null) figures.varint(texts.placeOf(one.target));
    figures.varint(texts.placeOf(one.rule));
    figures.varint(texts.placeOf(one.label));
    writeReading(figures, one.reading);
    if (this.#version !== VERSION) writeNames(figures, texts, one);
    this.#count += 1;
  }

  finish(): Uint8Array {
    const texted = this.#texts.encode();
    const out = new ByteWriter();
    out.byte(this.#version);
    out.varint(this.#count);
    out.varint(texted.length);
    for (const part of [texted, this.#figures.copy()]) out.raw(part);
    return out.copy();
  }
}

function versionOf(readings: readonly FoldedReading[]): number {
  if (readings.some(({ joint }) => joint !== undefined)) return WITH_JOINTS;
  const isNamed = readings.some(({ replica, twin }) => replica !== undefined || twin !== undefined);
  return isNamed ? WITH_TWINS : VERSION;
}

function flagsOf({ target, failed, fromZero, reading }: FoldedReading): number {
  const { count, sumMicros } = totalsOf(reading);
  return (
    (target === null ? 0 : HAS_TARGET) |
    (failed === null ? 0 : SAYS_OUTCOME) |
    (failed === true ? FAILED : 0) |
    (fromZero ? FROM_ZERO : 0) |
    ("counted" in reading ? WHOLE : 0) |
    (reading.startMicros === null ? 0 : HAS_START) |
    (count === null ? 0 : HAS_COUNT) |
    (sumMicros === null ? 0 : HAS_SUM)
  );
}

function totalsOf(reading: Reading): Pick<PartialReading, "count" | "sumMicros"> {
  return "counted" in reading ? reading.counted : reading;
}

function writeReading(out: ByteWriter, reading: Reading): void {
  const { count, sumMicros } = totalsOf(reading);
  out.double(reading.atMicros);
  if (reading.startMicros !== null) out.double(reading.startMicros);
  if (count !== null) out.varint(count);
  if (sumMicros !== null) out.double(sumMicros);
  if ("counted" in reading) return writeBuckets(out, reading.counted.buckets);
  out.varint(reading.atMost.length);
  for (const [bound, below] of reading.atMost) {
    // A source may name any number as a bound.
    out.double(bound);
    out.varint(below);
  }
}

function writeBuckets(out: ByteWriter, buckets: Counted["buckets"]): void {
  out.varint(buckets?.upperBoundsMicros.length ?? 0);
  for (const number of [...(buckets?.upperBoundsMicros ?? []), ...(buckets?.counts ?? [])])
    out.varint(number);
}

/** Refuses unknown versions, and bytes that `FoldedReadingsWriter` didn't write. */
export function* readFoldedReadings(bytes: Uint8Array): Generator<FoldedReading> {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (![VERSION, WITH_REPLICAS, WITH_TWINS, WITH_JOINTS].includes(version))
    throw new HeadroomError("stored-version-unknown", `Readings of version ${version} are not known.`, {
      hint: "They were written by a newer Headroom: update this one.",
    });
  const most = input.varint();
  const texts = decodeTexts(input.take(input.varint()));
  const text = () => {
    const found = texts[input.varint()];
    if (found === undefined) throw input.broken("refers to a missing text");
    return found;
  };
  for (let left = most; left > 0; left--) {
    const flags = input.byte();
    const has = (flag: number) => (flags & flag) !== 0;
    yield {
      key: text(),
      target: has(HAS_TARGET) ? text() : null,
      rule: text(),
      label: text(),
      failed: has(SAYS_OUTCOME) ? has(FAILED) : null,
      fromZero: has(FROM_ZERO),
      reading: readReading(input, has),
      ...(version === VERSION ? {} : readNames(input, text)),
    };
  }
  input.end();
}

type Names = Pick<FoldedReading, "replica" | "twin" | "joint">;

function writeNames(out: ByteWriter, texts: TextTable, { replica, twin, joint }: Names): void {
  out.byte(
    (replica === undefined ? 0 : flagsOfReplica(replica)) |
      (twin === undefined ? 0 : HAS_TWIN) |
      (joint === undefined ? 0 : HAS_JOINT),
  );
  const ofReplica = replica === undefined ? [] : [replica.name, replica.bare, replica.group];
  const ofTwin = twin === undefined ? [] : [twin.job, twin.place];
  const ofJoint = joint === undefined ? [] : [joint];
  for (const text of [...ofReplica, ...ofTwin, ...ofJoint]) out.varint(texts.placeOf(text));
}

function flagsOfReplica({ sure, alone }: FoldedReplica): number {
  return HAS_REPLICA | (sure ? IS_SURE : 0) | (alone ? IS_ALONE : 0);
}

function readNames(input: ByteReader, text: () => string): Names {
  const flags = input.byte();
  const has = (flag: number) => (flags & flag) !== 0;
  const named = has(HAS_REPLICA) ? { name: text(), bare: text(), group: text() } : null;
  const replica = named === null ? {} : { replica: { ...named, sure: has(IS_SURE), alone: has(IS_ALONE) } };
  return {
    ...replica,
    ...(has(HAS_TWIN) ? { twin: { job: text(), place: text() } } : {}),
    ...(has(HAS_JOINT) ? { joint: text() } : {}),
  };
}

function readReading(input: ByteReader, has: (flag: number) => boolean): Reading {
  const atMicros = input.double();
  const startMicros = has(HAS_START) ? input.double() : null;
  const count = has(HAS_COUNT) ? input.varint() : null;
  const sumMicros = has(HAS_SUM) ? input.double() : null;
  if (!has(WHOLE)) return { atMicros, startMicros, count, sumMicros, atMost: readParts(input) };
  if (count === null) throw input.broken("has a reading without a count");
  return { atMicros, startMicros, counted: { count, sumMicros, buckets: readBuckets(input) } };
}

function readParts(input: ByteReader): [number, number][] {
  const parts: [number, number][] = [];
  for (let left = input.varint(); left > 0; left--) parts.push([input.double(), input.varint()]);
  return parts;
}

function readBuckets(input: ByteReader): Counted["buckets"] {
  const bounds = input.varint();
  if (bounds === 0) return null;
  const numbers: number[] = [];
  for (let left = 2 * bounds + 1; left > 0; left--) numbers.push(input.varint());
  return { upperBoundsMicros: numbers.slice(0, bounds), counts: numbers.slice(bounds) };
}
