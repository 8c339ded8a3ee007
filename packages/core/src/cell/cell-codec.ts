import type { Cell, Distribution } from "./cell.ts";
import { HeadroomError } from "../problem.ts";
import { Sketch } from "../sketch/sketch.ts";
import { ByteReader, ByteWriter } from "../sketch/varint.ts";

/** Stored in the database: never renumber. */
const KIND_NUMBERS = { none: 0, sketch: 1, buckets: 2, quoted: 3 } as const;
/** The version of nearly every cell. */
export const SKETCH_KIND: number = KIND_NUMBERS.sketch;
const VERSION = 1;
/** Of buckets with percentiles that the source states beside them. */
const LISTED_VERSION = 2;
/** Names have up to four decimals. */
const PERCENT_STEPS = 10_000;
const MAX_BOUNDS = 10_000;
const QUOTED_NAME = /^(mean|p(100|[0-9]{1,2}(\.[0-9]{1,4})?))$/;

type Buckets = Extract<Distribution, { kind: "buckets" }>;

export interface EncodedDistribution {
  kind: number;
  all: Uint8Array | null;
  failed: Uint8Array | null;
}

/** A cell as it is stored, which is also how it goes to another thread. */
export type EncodedCell = Omit<Cell, "distribution" | "withoutOutcome"> & {
  distribution: EncodedDistribution;
};

export function fromEncodedCell({ distribution, ...figures }: EncodedCell, gridMicros = 1): Cell {
  return { ...figures, distribution: decodeDistribution(distribution, gridMicros) };
}

export function encodeDistribution(distribution: Distribution): EncodedDistribution {
  const kind = KIND_NUMBERS[distribution.kind];
  switch (distribution.kind) {
    case "none":
      return { kind, all: null, failed: null };
    case "sketch":
      return { kind, all: distribution.all.encode(), failed: distribution.failed?.encode() ?? null };
    case "buckets":
      return { kind, all: encodeBuckets(distribution), failed: encodeFailed(distribution) };
    case "quoted":
      return { kind, all: new TextEncoder().encode(JSON.stringify(distribution.micros)), failed: null };
  }
}

export function kindNumber({ kind }: Distribution): number {
  return KIND_NUMBERS[kind];
}

/** Appends the same bytes and returns where the distribution of all requests ends. */
export function encodeDistributionInto(out: ByteWriter, distribution: Distribution): number {
  if (distribution.kind === "sketch") {
    distribution.all.encodeInto(out);
    const end = out.length;
    distribution.failed?.encodeInto(out);
    return end;
  }
  const { all, failed } = encodeDistribution(distribution);
  if (all !== null) out.raw(all);
  const end = out.length;
  if (failed !== null) out.raw(failed);
  return end;
}

/**
 * Refuses unknown kinds and versions, and bytes that `encodeDistribution` didn't write. `gridMicros`: what the source
 * says that all latencies are multiples of.
 */
export function decodeDistribution(encoded: EncodedDistribution, gridMicros = 1): Distribution {
  const { kind, all, failed } = encoded;
  if (kind === KIND_NUMBERS.none) return { kind: "none" };
  if (all === null) throw new HeadroomError("stored-bytes-broken", "The stored distribution is missing.");
  if (kind === KIND_NUMBERS.sketch) {
    return {
      kind: "sketch",
      all: Sketch.decode(all, gridMicros),
      failed: failed === null ? null : Sketch.decode(failed, gridMicros),
    };
  }
  if (kind === KIND_NUMBERS.buckets)
    return failed === null ? decodeBuckets(all) : withFailed(decodeBuckets(all), failed);
  if (kind === KIND_NUMBERS.quoted) return decodeQuoted(all);
  throw new HeadroomError("stored-version-unknown", `Distributions of kind ${kind} are not known.`, {
    hint: "They were written by a newer Headroom: update this one.",
  });
}

/** version | bounds | each bound minus its predecessor | bounds + 1 counts | in version 2: listed | each percent and micros */
function encodeBuckets(buckets: Buckets): Uint8Array {
  const out = new ByteWriter();
  const listed = Object.entries(buckets.listedMicros ?? {});
  out.byte(listed.length === 0 ? VERSION : LISTED_VERSION);
  out.varint(buckets.upperBoundsMicros.length);
  let before = 0;
  for (const bound of buckets.upperBoundsMicros) {
    out.varint(bound - before);
    before = bound;
  }
  for (const count of buckets.counts) out.varint(count);
  if (listed.length > 0) out.varint(listed.length);
  for (const [name, micros] of listed) {
    out.varint(Math.round(Number(name.slice(1)) * PERCENT_STEPS));
    out.varint(micros);
  }
  return out.copy();
}

/** version | the first bucket with failures | how many from there to the last one | their counts */
function encodeFailed({ failedCounts }: Buckets): Uint8Array | null {
  if (failedCounts === undefined) return null;
  const first = failedCounts.findIndex((count) => count > 0);
  const kept =
    first < 0 ? [] : failedCounts.slice(first, failedCounts.findLastIndex((count) => count > 0) + 1);
  const out = new ByteWriter();
  out.byte(VERSION);
  for (const number of [Math.max(0, first), kept.length, ...kept]) out.varint(number);
  return out.copy();
}

function withFailed(buckets: Buckets, bytes: Uint8Array): Distribution {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION)
    throw new HeadroomError("stored-version-unknown", `Bucket version ${version} is not known.`);
  const failedCounts = buckets.counts.map(() => 0);
  const first = input.varint(MAX_BOUNDS);
  const length = input.varint(MAX_BOUNDS);
  if (first + length > failedCounts.length) throw input.broken("has failures outside of its buckets");
  for (let at = 0; at < length; at++) failedCounts[first + at] = input.varint();
  input.end();
  return { ...buckets, failedCounts };
}

function decodeBuckets(bytes: Uint8Array): Buckets {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION && version !== LISTED_VERSION) {
    throw new HeadroomError("stored-version-unknown", `Bucket version ${version} is not known.`);
  }
  const size = input.varint(MAX_BOUNDS);
  const upperBoundsMicros: number[] = [];
  let bound = 0;
  for (let at = 0; at < size; at++) {
    const step = input.varint();
    if (at > 0 && step === 0) throw input.broken("repeats a bound");
    bound += step;
    upperBoundsMicros.push(bound);
  }
  const counts = Array.from({ length: size + 1 }, () => input.varint());
  const listed = version === LISTED_VERSION ? { listedMicros: decodeListed(input) } : {};
  input.end();
  return { kind: "buckets", upperBoundsMicros, counts, ...listed };
}

function decodeListed(input: ByteReader): Record<string, number> {
  const size = input.varint(MAX_BOUNDS);
  const listed = Array.from({ length: size }, () => {
    const percent = input.varint(100 * PERCENT_STEPS) / PERCENT_STEPS;
    return [`p${percent}`, input.varint()] as const;
  });
  return Object.fromEntries(listed);
}

function decodeQuoted(bytes: Uint8Array): Distribution {
  const micros: Record<string, number> = {};
  for (const [name, value] of Object.entries(parseObject(bytes))) {
    if (!QUOTED_NAME.test(name) || typeof value !== "number" || !(value >= 0)) {
      throw new HeadroomError("stored-bytes-broken", "The stored percentiles are not readable.");
    }
    micros[name] = value;
  }
  return { kind: "quoted", micros };
}

function parseObject(bytes: Uint8Array): object {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch (cause) {
    throw new HeadroomError("stored-bytes-broken", "The stored percentiles are not readable.", { cause });
  }
  throw new HeadroomError("stored-bytes-broken", "The stored percentiles are not readable.");
}
