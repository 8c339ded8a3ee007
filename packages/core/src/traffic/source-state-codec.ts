import { HeadroomError } from "../problem.ts";
import { ByteReader, ByteWriter } from "../sketch/varint.ts";
import type { Counted } from "./counted.ts";
import type { PartialReading, SourceState } from "./source-state.ts";
import type { FirstReading, Step, Stretch, TargetState } from "./target-state.ts";

/*
 * What is remembered about sources and targets, as it is stored.
 *   a source: 1 | whether it has a last reading | that reading | how many wait for their parts | these
 *     a last reading: flags | at | start, if any | count | sum, if any | how many bounds | bounds | one more count than bounds
 *     a waiting one: flags | at | start, if any | count, if any | sum, if any | how many bounds | each bound and its count
 *   a target: 4 | since | how many stretches | each with its two moments and its step | what waits, as JSON
 * Earlier builds stored JSON, or a target with 2 in front and no step in its stretches, which are steps themselves.
 */
const SOURCE = 1;
const FORMER_TARGET = 2;
const TARGET = 4;
const JSON_BEGINS = "{".charCodeAt(0);
const HAS_START = 1;
const HAS_COUNT = 2;
const HAS_SUM = 4;
const HAS_BUCKETS = 8;

export function encodeSourceState({ last, pending }: SourceState): Uint8Array {
  const out = new ByteWriter();
  out.byte(SOURCE);
  out.byte(last === null ? 0 : 1);
  if (last !== null) {
    const { atMicros, startMicros, counted } = last;
    const { count, sumMicros, buckets } = counted;
    writeFigures(out, { atMicros, startMicros, count, sumMicros }, buckets === null ? 0 : HAS_BUCKETS);
    if (buckets !== null) writeBuckets(out, buckets);
  }
  out.varint(pending.length);
  for (const moment of pending) {
    writeFigures(out, moment, 0);
    out.varint(moment.atMost.length);
    for (const [bound, count] of moment.atMost) {
      out.double(bound);
      out.varint(count);
    }
  }
  return out.copy();
}

export function decodeSourceState(bytes: Uint8Array): SourceState {
  if (bytes[0] === JSON_BEGINS) return fromJson(bytes) as SourceState;
  const input = readerOf(bytes, SOURCE);
  const last = input.byte() === 0 ? null : readLast(input);
  const pending: PartialReading[] = [];
  for (let left = input.varint(); left > 0; left--) {
    const { figures } = readFigures(input);
    pending.push({ ...figures, atMost: readParts(input) });
  }
  input.end();
  return { last, pending };
}

export function encodeTargetState({ sinceMicros, steps, waiting }: TargetState): Uint8Array {
  const out = new ByteWriter();
  out.byte(TARGET);
  out.double(sinceMicros);
  out.varint(steps.length);
  for (const { fromMicros, toMicros, everyMicros } of steps) {
    out.double(fromMicros);
    out.double(toMicros);
    out.double(everyMicros);
  }
  if (waiting.length > 0) out.raw(new TextEncoder().encode(JSON.stringify(waiting)));
  return out.copy();
}

export function decodeTargetState(bytes: Uint8Array): TargetState {
  if (bytes[0] === JSON_BEGINS) {
    const { steps, ...state } = fromJson(bytes) as Omit<TargetState, "steps"> & { steps: Step[] };
    return { ...state, steps: steps.map(stretchOf) };
  }
  const isFormer = bytes[0] === FORMER_TARGET;
  const input = readerOf(bytes, isFormer ? FORMER_TARGET : TARGET);
  const sinceMicros = input.double();
  const steps: Stretch[] = [];
  for (let left = input.varint(); left > 0; left--) {
    const step = { fromMicros: input.double(), toMicros: input.double() };
    steps.push(isFormer ? stretchOf(step) : { ...step, everyMicros: input.double() });
  }
  const waiting = input.remaining === 0 ? [] : (fromJson(input.rest()) as FirstReading[]);
  return { sinceMicros, steps, waiting };
}

function stretchOf(step: Step): Stretch {
  return { ...step, everyMicros: step.toMicros - step.fromMicros };
}

type Figures = Omit<PartialReading, "atMost">;

function writeFigures(
  out: ByteWriter,
  { atMicros, startMicros, count, sumMicros }: Figures,
  more: number,
): void {
  out.byte(
    (startMicros === null ? 0 : HAS_START) |
      (count === null ? 0 : HAS_COUNT) |
      (sumMicros === null ? 0 : HAS_SUM) |
      more,
  );
  out.double(atMicros);
  if (startMicros !== null) out.double(startMicros);
  if (count !== null) out.varint(count);
  if (sumMicros !== null) out.double(sumMicros);
}

function readFigures(input: ByteReader): { figures: Figures; hasBuckets: boolean } {
  const flags = input.byte();
  const figures = {
    atMicros: input.double(),
    startMicros: (flags & HAS_START) === 0 ? null : input.double(),
    count: (flags & HAS_COUNT) === 0 ? null : input.varint(),
    sumMicros: (flags & HAS_SUM) === 0 ? null : input.double(),
  };
  return { figures, hasBuckets: (flags & HAS_BUCKETS) !== 0 };
}

function readLast(input: ByteReader): SourceState["last"] {
  const { figures, hasBuckets } = readFigures(input);
  const { atMicros, startMicros, count, sumMicros } = figures;
  if (count === null) throw input.broken("has a source without a count");
  const buckets = hasBuckets ? readBuckets(input) : null;
  return { atMicros, startMicros, counted: { count, sumMicros, buckets } };
}

function writeBuckets(out: ByteWriter, { upperBoundsMicros, counts }: NonNullable<Counted["buckets"]>): void {
  out.varint(upperBoundsMicros.length);
  for (const bound of upperBoundsMicros) out.varint(bound);
  for (const count of counts) out.varint(count);
}

function readBuckets(input: ByteReader): NonNullable<Counted["buckets"]> {
  const bounds = input.varint();
  const upperBoundsMicros: number[] = [];
  const counts: number[] = [];
  for (let left = bounds; left > 0; left--) upperBoundsMicros.push(input.varint());
  for (let left = bounds + 1; left > 0; left--) counts.push(input.varint());
  return { upperBoundsMicros, counts };
}

function readParts(input: ByteReader): [number, number][] {
  const parts: [number, number][] = [];
  for (let left = input.varint(); left > 0; left--) parts.push([input.double(), input.varint()]);
  return parts;
}

function readerOf(bytes: Uint8Array, kind: number): ByteReader {
  const input = new ByteReader(bytes);
  const found = input.byte();
  if (found === kind) return input;
  throw new HeadroomError("stored-version-unknown", `A source's state of version ${found} is not known.`, {
    hint: "It was written by a newer Headroom: update this one.",
  });
}

function fromJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
}
