import { aggregateRun } from "@headroom/core";
import type { ParseReport, ReadRun, SampleSink } from "@headroom/core";
import { createHash } from "node:crypto";
import type { UploadSource } from "../run/record/upload-source.ts";

export interface Sample {
  label: string;
  completedAtMicros: number;
  latencyMicros: number;
  failed?: boolean;
  /** Rows or messages that it carries; one by default. */
  items?: number;
}

const NOTHING_REFUSED = { count: 0, first: [] };

/**
 * Samples as an upload delivers them, without a file. However often a test uploads the same ones, they count as others; see
 * `comparableSource`. `change` overrides the report; `give` adds to the
 * sink after the samples.
 */
export function sampleSource(
  samples: readonly Sample[],
  change: Partial<ParseReport> = {},
  give: (sink: SampleSink, startMicros: number) => void = () => {},
): UploadSource {
  const source = comparableSource(samples, change, give);
  return { ...source, read: async (intake) => withoutDigest(await source.read(intake)) };
}

function withoutDigest({ report, totals }: ReadRun): ReadRun {
  return { report, totals: totals === null ? null : { ...totals, samplesDigest: null } };
}

/** The same, with samples that are recognized where they are uploaded again. */
export function comparableSource(
  samples: readonly Sample[],
  change: Partial<ParseReport> = {},
  give: (sink: SampleSink, startMicros: number) => void = () => {},
): UploadSource {
  const digest = digestOf(samples);
  const [first] = samples;
  const readSamples = async (
    sink: SampleSink,
    flush: () => Promise<void>,
    startMicros: number,
  ): Promise<ParseReport> => {
    for (const [
      at,
      { label, completedAtMicros, latencyMicros, failed = false, items = 1 },
    ] of samples.entries()) {
      sink.add(sink.label(label, "request"), completedAtMicros, latencyMicros, failed, items, 100);
      if (at % 1_000 === 999) await flush();
    }
    give(sink, startMicros);
    return {
      format: "test",
      tool: "test",
      toolVersion: "1.0",
      accepted: samples.length,
      refused: NOTHING_REFUSED,
      warnings: [],
      loadModel: "closed",
      latencyResolutionMicros: 1_000,
      source: "samples",
      latencyRelativeError: 0,
      absent: [],
      clock: "absolute",
      startedAtMicros: null,
      durationSeconds: null,
      ...change,
    };
  };
  return {
    open: async () => ({
      format: "test",
      tool: "test",
      firstStartMicros: first === undefined ? null : first.completedAtMicros - first.latencyMicros,
      relative: change.clock === "relative",
      mapping: null,
    }),
    read: ({ options, startMicros, write }) =>
      aggregateRun((sink, flush) => readSamples(sink, flush, startMicros), options, write),
    digest: async () => digest,
    bytesIn: () => samples.length,
  };
}

function digestOf(samples: readonly Sample[]): Buffer {
  const numbers = new Float64Array(samples.length * 3);
  for (const [at, { completedAtMicros, latencyMicros, failed }] of samples.entries())
    numbers.set([completedAtMicros, latencyMicros, failed === true ? 1 : 0], at * 3);
  const labels = samples.map(({ label }) => label).join("\n");
  return createHash("sha256").update(numbers).update(labels).digest();
}

/** Evenly spaced requests to two labels, with latencies that repeat every hundred requests and a few errors. */
export function steadySamples(options: {
  seconds: number;
  perSecond: number;
  startSeconds?: number;
  seed?: number;
}): Sample[] {
  const { seconds, perSecond, startSeconds = 1_700_000_000, seed = 0 } = options;
  return Array.from({ length: seconds * perSecond }, (_, at) => {
    const startMicros = startSeconds * 1e6 + Math.floor((at * 1e6) / perSecond);
    const latencyMicros = (20 + ((at * 37 + seed) % 100)) * 1_000;
    return {
      label: at % 3 === 0 ? "GET /search" : "GET /cart",
      completedAtMicros: startMicros + latencyMicros,
      latencyMicros,
      failed: at % 500 === 7,
    };
  });
}
