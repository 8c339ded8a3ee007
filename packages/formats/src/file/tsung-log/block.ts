import { emptyCell } from "@headroom/core";
import type { Cell, Distribution } from "@headroom/core";
import type { StatsLine } from "./stats-line.ts";

export interface Sample {
  count: number;
  sumMillis: number;
  /** Since the start of the run, as Tsung keeps them. */
  minMillis: number;
  maxMillis: number;
}

/** What stands under one dump; sums of blocks are blocks again. */
export interface Block {
  atSeconds: number;
  samples: Map<string, Sample>;
  counters: Map<string, number>;
}

const NOTHING: Distribution = { kind: "none" };

export function emptyBlock(atSeconds: number): Block {
  return { atSeconds, samples: new Map(), counters: new Map() };
}

export function addLine(block: Block, line: StatsLine): void {
  if (line.kind === "counter") {
    block.counters.set(line.name, (block.counters.get(line.name) ?? 0) + line.value);
    return;
  }
  const before = block.samples.get(line.name);
  block.samples.set(line.name, {
    count: (before?.count ?? 0) + line.count,
    sumMillis: (before?.sumMillis ?? 0) + line.mean * line.count,
    minMillis: line.min,
    maxMillis: line.max,
  });
}

/** An abort ends a session after failures that were counted before. */
const ABORT = /^error_abort/;
/** Of sessions that found no user or no session to run, and of variables that an answer does not contain. */
const OF_NO_REQUEST = /^error_(?:next_session|no_(?:free_userid|online|offline|previous)|(?:xml|json)_)/;
/** Of requests that got an answer, which the latencies include. */
const ANSWERED = /^error_(?:no_http_status|pgsql|mysql)/;

/** Why requests failed, with how many did. */
export function failuresOf({ counters }: Block): [string, number][] {
  return [...counters].filter(
    ([name, times]) =>
      times > 0 && (isBadStatus(name) || (isError(name) && !ABORT.test(name) && !OF_NO_REQUEST.test(name))),
  );
}

/** Errors that are not failed requests, with how many there were. */
export function otherErrorsOf({ counters }: Block): [string, number][] {
  return [...counters].filter(([name, times]) => times > 0 && OF_NO_REQUEST.test(name));
}

/** All requests of a block: the answered ones, which its latencies are of, and those that got no answer. */
export function requestsOf(block: Block, knowsExtremes: boolean): Cell {
  const failures = failuresOf(block);
  const unanswered = sum(failures.filter(([name]) => isError(name) && !ANSWERED.test(name)));
  const answered = cellOf(block.samples.get("request"), knowsExtremes);
  const requests = answered.requests + unanswered;
  return {
    ...answered,
    requests,
    items: requests,
    errors: sum(failures),
    bytes: Math.max(0, block.counters.get("size_rcv") ?? 0),
    // The mean stays the one that Tsung gives.
    sumMicros: answered.sumMicros === null ? null : (answered.sumMicros / answered.requests) * requests,
  };
}

export function cellOf(sample: Sample | undefined, knowsExtremes: boolean): Cell {
  if (sample === undefined || sample.count === 0) return emptyCell();
  return {
    requests: sample.count,
    errors: 0,
    items: sample.count,
    bytes: 0,
    sumMicros: sample.sumMillis * 1_000,
    minMicros: knowsExtremes ? sample.minMillis * 1_000 : null,
    maxMicros: knowsExtremes ? sample.maxMillis * 1_000 : null,
    distribution: NOTHING,
  };
}

function isBadStatus(name: string): boolean {
  return /^[45]\d\d$/.test(name);
}

function isError(name: string): boolean {
  return name.startsWith("error_");
}

function sum(failures: readonly [string, number][]): number {
  return failures.reduce((total, [, times]) => total + times, 0);
}
