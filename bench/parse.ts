/** How fast one core turns result files into samples, compared with a plain scan of the same bytes for newlines. */
import { addEach, RunAggregation } from "@headroom/core";
import type { SampleColumns, SampleSink } from "@headroom/core";
import { formats } from "@headroom/formats";
import type { Format } from "@headroom/formats";
import { drawnJtl, drawnK6 } from "./drawn-results.ts";

const CHUNK = 65_536;
const ROUNDS = 5;

const files: Record<string, { bytes: Uint8Array; requests: number }> = {
  "jmeter-csv": { bytes: drawnJtl({ requests: 1_000_000, seconds: 600, labels: 20 }), requests: 1_000_000 },
  "k6-ndjson": { bytes: drawnK6({ requests: 80_000, seconds: 60, labels: 20 }), requests: 80_000 },
};

class NoSink implements SampleSink {
  readonly #labels = new Map<string, number>();
  /** Stored so that the compiler cannot remove the work. */
  sum = 0;

  label(name: string, kind: string): number {
    const key = `${kind} ${name}`;
    const number = this.#labels.get(key) ?? this.#labels.size;
    this.#labels.set(key, number);
    return number;
  }

  add(label: number, completed: number, latency: number, failed: boolean, items: number, size: number): void {
    this.sum += label + completed + latency + (failed ? 1 : 0) + items + size;
  }

  addAll(samples: SampleColumns): void {
    addEach(this, samples);
  }

  interval(label: number, startMicros: number): void {
    this.sum += label + startMicros;
  }

  total(label: number): void {
    this.sum += label;
  }

  failure(label: number, _reason: string, times: number): void {
    this.sum += label + times;
  }

  gauge(): number {
    return 0;
  }

  measure(gauge: number, atMicros: number, value: number): void {
    this.sum += gauge + atMicros + value;
  }
}

for (const format of formats) {
  const file = files[format.id];
  if (file === undefined) continue;
  const { bytes, requests } = file;
  const scan = best(() => scanNewlines(bytes));
  const parse = best(() => parseInto(format, bytes, new NoSink(), () => {}));
  const aggregate = best(() => {
    const run = new RunAggregation();
    parseInto(format, bytes, run, () => void run.drain());
    run.finish();
  });
  const figures = (seconds: number) =>
    `${(requests / seconds / 1e6).toFixed(2).padStart(6)} M requests/s ${(bytes.length / seconds / 1e6).toFixed(0).padStart(6)} MB/s`;
  console.log(`${format.id}, ${requests} requests, ${(bytes.length / 1e6).toFixed(0)} MB, best of ${ROUNDS}`);
  console.log(`  newlines only      ${figures(scan)}`);
  console.log(`  parse              ${figures(parse)}  ${(parse / scan).toFixed(1)}x the scan's time`);
  console.log(
    `  parse + aggregate  ${figures(aggregate)}  parsing is ${((100 * parse) / aggregate).toFixed(0)}% of it`,
  );
}

function parseInto(format: Format, bytes: Uint8Array, sink: SampleSink, afterChunk: () => void): void {
  const parser = format.open(sink, {});
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parser.write(bytes.subarray(at, at + CHUNK));
    afterChunk();
  }
  const { refused } = parser.end();
  if (refused.count > 0) throw new Error(`${refused.count} lines refused`);
}

function scanNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) count += 1;
  return count;
}

function best(work: () => unknown): number {
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    work();
    seconds = Math.min(seconds, (performance.now() - began) / 1_000);
  }
  return seconds;
}
