import { DAY_SECONDS, HOUR_SECONDS, SECOND_MICROS } from "../time.ts";
import { HeadroomError } from "../problem.ts";
import { ByteReader, ByteWriter } from "../sketch/varint.ts";
import type { SampleSink } from "./sample.ts";
import { STEPS } from "./steps.ts";

/** The steps that failures are counted in: those of cells, and two more for very long runs with very many reasons. */
export const FAILURE_STEPS = [...STEPS, HOUR_SECONDS, DAY_SECONDS] as const;

/** How many failed in each interval that had any. */
export interface FailureTimes {
  stepSeconds: number;
  /** In order of time. `slot` is the index of the step, counted from the run's origin, so it can be negative. */
  counts: { slot: number; times: number }[];
}

/** How often requests of a label failed for one reason. */
export interface FailureCount {
  label: number;
  reason: string;
  times: number;
  /** When, as `encodeFailureTimes` writes it, as far as the source says; null: it doesn't. */
  over: Uint8Array | null;
}

/** Stored in the database: never renumber. */
const VERSION = 1;
const MAX_COUNTS = 10_000_000;
const MAX_SLOT = 2 ** 40;
const out = new ByteWriter();

/** version | step | how many | first slot, with its sign | its count | each gap to the next slot and that slot's count */
export function encodeFailureTimes({ stepSeconds, counts }: FailureTimes): Uint8Array {
  out.clear();
  out.byte(VERSION);
  out.varint(stepSeconds);
  out.varint(counts.length);
  let before: number | null = null;
  for (const { slot, times } of counts) {
    out.varint(before === null ? withSign(slot) : slot - before);
    out.varint(times);
    before = slot;
  }
  return out.copy();
}

export function decodeFailureTimes(bytes: Uint8Array): FailureTimes {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION)
    throw new HeadroomError("stored-version-unknown", `Failure times of version ${version} are not known.`, {
      hint: "They were written by a newer Headroom: update this one.",
    });
  const stepSeconds = input.varint(DAY_SECONDS);
  if (stepSeconds === 0) throw input.broken("has a step without length");
  const counts: FailureTimes["counts"] = [];
  const length = input.varint(MAX_COUNTS);
  let before: number | null = null;
  for (let at = 0; at < length; at++) {
    const next = input.varint(MAX_SLOT);
    const slot: number = before === null ? withoutSign(next) : before + next;
    if (before !== null && next === 0) throw input.broken("repeats an interval");
    counts.push({ slot, times: input.varint() });
    before = slot;
  }
  input.end();
  return { stepSeconds, counts };
}

/** Several together, in the coarsest of their steps or a coarser one. */
export function mergeFailureTimes(all: readonly FailureTimes[], atLeastSeconds = 1): FailureTimes {
  const stepSeconds = all.reduce((most, one) => Math.max(most, one.stepSeconds), atLeastSeconds);
  const bySlot = new Map<number, number>();
  for (const one of all)
    for (const { slot, times } of one.counts)
      addTimes(bySlot, Math.floor((slot * one.stepSeconds) / stepSeconds), times);
  return { stepSeconds, counts: countsOf(bySlot) };
}

/**
 * Passes failures on to a sink, with their times as far as those are known. The seconds of `over` count from
 * `originMicros`.
 */
export function passFailure(
  sink: Pick<SampleSink, "failure">,
  { label, reason, times, over }: FailureCount,
  originMicros = 0,
): void {
  const { stepSeconds, counts } = over === null ? { stepSeconds: 1, counts: [] } : decodeFailureTimes(over);
  let rest = times;
  for (const { slot, times: some } of counts) {
    sink.failure(label, reason, some, originMicros + slot * stepSeconds * SECOND_MICROS, stepSeconds);
    rest -= some;
  }
  if (rest > 0) sink.failure(label, reason, rest);
}

/** In the order of time. */
export function countsOf(bySlot: ReadonlyMap<number, number>): FailureTimes["counts"] {
  return [...bySlot].map(([slot, times]) => ({ slot, times })).toSorted((a, b) => a.slot - b.slot);
}

export function addTimes(bySlot: Map<number, number>, slot: number, times: number): void {
  bySlot.set(slot, (bySlot.get(slot) ?? 0) + times);
}

function withSign(slot: number): number {
  return slot < 0 ? -2 * slot - 1 : 2 * slot;
}

function withoutSign(written: number): number {
  return written % 2 === 0 ? written / 2 : -(written + 1) / 2;
}
