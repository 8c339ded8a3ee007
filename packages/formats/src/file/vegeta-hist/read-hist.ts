import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { Findings } from "../../text/document.ts";
import { durationMicros } from "../../text/unit-value.ts";

export const HEADER = /^\s*Bucket[ \t]+#[ \t]+%[ \t]+Histogram/;
const ROW = /^\[([^,\s]{1,40}),[ \t]*([^\]\s]{1,40})\][ \t]+(\d{1,15})[ \t]+\d{1,3}\.\d\d%/;

interface Bucket {
  lower: number;
  /** Null: it has no end. */
  upper: number | null;
  count: number;
}

/** Reads what `vegeta report -type hist` prints: counts between bounds that its user chose, and nothing else. */
export function readHist(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const buckets = bucketsOf(text);
  const counts = buckets.map(({ count }) => count);
  const requests = counts.reduce((sum, count) => sum + count, 0);
  sink.total(ALL_REQUESTS, {
    requests,
    errors: 0,
    items: requests,
    bytes: 0,
    sumMicros: null,
    minMicros: null,
    maxMicros: null,
    distribution: {
      kind: "buckets",
      upperBoundsMicros: buckets.flatMap(({ upper }) => (upper === null ? [] : [upper])),
      counts,
    },
  });
  return {
    format: "vegeta-hist",
    tool: "vegeta",
    toolVersion: null,
    accepted: buckets.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "open",
    source: "buckets",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: ["errors"],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: null,
  };
}

/** Each begins where the one before ends, from 0 to no end. */
function bucketsOf(text: string): Bucket[] {
  const lines = text.trim().split(/\r?\n/);
  if (!HEADER.test(lines[0] ?? "")) throw unreadable("it has no header");
  const buckets = lines.slice(1).map(bucketOf);
  let lower: number | null = 0;
  for (const bucket of buckets) {
    const isEmpty = bucket.upper !== null && bucket.upper <= bucket.lower;
    if (bucket.lower !== lower || isEmpty) throw unreadable("its buckets are not contiguous from 0");
    lower = bucket.upper;
  }
  if (lower !== null) throw unreadable("its last bucket, up to +Inf, is missing");
  return buckets;
}

function bucketOf(line: string, index: number): Bucket {
  const [, from = "", to = "", count] = ROW.exec(line) ?? [];
  const lower = durationMicros(from);
  const upper = to === "+Inf" ? null : durationMicros(to);
  if (lower === null || (upper === null && to !== "+Inf")) {
    throw unreadable(`line ${index + 2} is not a bucket: ${quoted(line)}`);
  }
  return { lower, upper, count: Number(count) };
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This is not a valid vegeta histogram: ${why}.`, {
    hint: "Send the complete output of `vegeta report -type hist[0,10ms,…]`.",
  });
}
