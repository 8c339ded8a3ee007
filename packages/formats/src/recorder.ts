import { type LabelKind, type SampleSink, Sketch, type ParseReport } from "@headroom/core";
import type { Format, ParseOptions } from "./parser.ts";

interface Recorded {
  all: Sketch;
  failed: Sketch;
  errors: number;
}

/** A sink for tests: exact counts, sketches, and a trace that differs if any sample or their order does. */
export class Recorder implements SampleSink {
  readonly labels: { name: string; kind: LabelKind; recorded: Recorded }[] = [];
  readonly requests: Recorded = empty();
  readonly successful = new Sketch();
  firstStartMicros = Number.POSITIVE_INFINITY;
  lastCompletionMicros = Number.NEGATIVE_INFINITY;
  trace = 0;

  label(name: string, kind: LabelKind): number {
    const known = this.labels.findIndex((label) => label.name === name && label.kind === kind);
    if (known >= 0) return known;
    this.labels.push({ name, kind, recorded: empty() });
    return this.labels.length - 1;
  }

  add(label: number, completed: number, latency: number, failed: boolean, items: number, size: number): void {
    for (const value of [label, completed, completed / 2 ** 32, latency, failed ? 1 : 0, items, size]) {
      this.trace = (Math.imul(this.trace, 31) + value) | 0;
    }
    const of = this.labels[label];
    if (of === undefined) throw new Error(`label ${label} was never registered`);
    record(of.recorded, latency, failed);
    if (of.kind !== "request") return;
    record(this.requests, latency, failed);
    if (!failed) this.successful.add(latency);
    this.firstStartMicros = Math.min(this.firstStartMicros, completed - latency);
    this.lastCompletionMicros = Math.max(this.lastCompletionMicros, completed);
  }

  /** How many samples each label of a kind has. */
  countsOf(kind: LabelKind): Record<string, number> {
    const of = this.labels.filter((label) => label.kind === kind);
    return Object.fromEntries(of.map(({ name, recorded }) => [name, recorded.all.count]));
  }
}

/** Parses all of `bytes`, cut where `nextSize` says. */
export function parseAll(
  format: Format,
  bytes: Uint8Array,
  options: ParseOptions = {},
  nextSize: () => number = () => 65_536,
): { report: ParseReport; recorder: Recorder } {
  const recorder = new Recorder();
  const parser = format.open(recorder, options);
  for (let at = 0; at < bytes.length;) {
    const size = nextSize();
    // A copy that is overwritten afterwards, as a reader of sockets would do with its buffer.
    const chunk = new Uint8Array(bytes.subarray(at, at + size));
    parser.write(chunk);
    chunk.fill(0);
    at += size;
  }
  return { report: parser.end(), recorder };
}

function empty(): Recorded {
  return { all: new Sketch(), failed: new Sketch(), errors: 0 };
}

function record(recorded: Recorded, latency: number, failed: boolean): void {
  recorded.all.add(latency);
  if (!failed) return;
  recorded.failed.add(latency);
  recorded.errors += 1;
}
