import { Sketch } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";

export interface Block {
  cell: Cell;
  events: number;
  meanMicros: number | null;
  knowsErrors: boolean;
  /** Since the start of the run. */
  elapsedSeconds: number | null;
}

/** Each ends with its latencies; what stands between two belongs to the second. */
const END = /^ +sum: +[\d.]+ *$|^ +approx\. +\d{1,2} percentile: .*$/m;
const EVENTS = /^ +total number of events: +(\d+) *$/m;
const ELAPSED = /^ +(?:total time|time elapsed): +(\d{1,12}(?:\.\d{1,9})?)s *$/m;
const ERRORS = /^ +ignored errors: +(\d+) /m;
const PERCENTILE = /^ +(?:approx\. +)?(\d{1,2})(?:th)? percentile: +(\d{1,15}(?:\.\d{1,9})?)(?:ms)? *$/m;
const BUCKET = /^ +(\d{1,12}\.\d{3}) \|\** +(\d{1,15}) *$/gm;

/** The blocks of a report: the last is the whole run, or what was left of it after the last checkpoint. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (let rest = text, end = END.exec(rest); end !== null; end = END.exec(rest)) {
    const to = end.index + end[0].length;
    const block = readBlock(rest.slice(0, to));
    if (block !== null) blocks.push(block);
    rest = rest.slice(to);
  }
  return blocks;
}

function readBlock(text: string): Block | null {
  const events = numberIn(text, EVENTS);
  if (events === null) return null;
  const errors = numberIn(text, ERRORS);
  const figure = (name: string) =>
    numberIn(text, new RegExp(`^ +${name}: +(\\d{1,15}(?:\\.\\d{1,9})?)(?:ms)? *$`, "m"));
  const [, percent, value] = PERCENTILE.exec(text) ?? [];
  const percentiles = percent === undefined ? {} : { [`p${percent}`]: Number(value) };
  const latencies =
    events === 0 ? {} : { min: figure("min"), mean: figure("avg"), max: figure("max"), percentiles };
  const counts = { requests: events + (errors ?? 0), errors: errors ?? 0 };
  const cell = givenCell({ ...counts, ...latencies }, 1_000);
  const histogram = histogramIn(text, events);
  if (histogram !== null)
    cell.distribution = { kind: "sketch", all: histogram, failed: failedOf(errors ?? 0) };
  const mean = events === 0 ? null : figure("avg");
  return {
    cell,
    events,
    meanMicros: mean === null ? null : mean * 1_000,
    knowsErrors: errors !== null,
    elapsedSeconds: numberIn(text, ELAPSED),
  };
}

/** Those of ignored errors were tried again, and have no latency. */
function failedOf(errors: number): Sketch | null {
  return errors === 0 ? null : new Sketch();
}

/** What --histogram prints, if it holds every event. */
function histogramIn(text: string, events: number): Sketch | null {
  const sketch = new Sketch();
  for (const [, millis, count] of text.matchAll(BUCKET)) {
    if (Number(count) > 0) sketch.add(Math.round(Number(millis) * 1_000), Number(count));
  }
  return events > 0 && sketch.count === events ? sketch : null;
}

function numberIn(text: string, pattern: RegExp): number | null {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? null : Number(written);
}
