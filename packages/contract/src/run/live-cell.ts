import { z } from "zod";
import { bucketRange, HeadroomError, isHeadroomError, Sketch } from "@headroom/core";
import type { Cell, Distribution } from "@headroom/core";

/** The largest count in a cell, so that sums of millions of cells can be stored. */
export const MAX_COUNT = 1e12;
const MAX_BYTES = 1e13;

const count = z.int().nonnegative().max(MAX_COUNT);
const micros = z.int().nonnegative();
const percentileName = z.string().regex(/^p(100|[0-9]{1,2}(\.[0-9]{1,4})?)$/, "expected a name like p99");
/** A mean is quoted where the source doesn't say of how many requests. */
const quotedName = z
  .string()
  .regex(/^(mean|p(100|[0-9]{1,2}(\.[0-9]{1,4})?))$/, "expected a name like p99, or mean");
/** A sketch has at most about 2,200 buckets of a few bytes each. */
const encodedSketch = z.base64().min(1).max(65_536);

/** How latencies are known: our encoded sketches (`Sketch.encode`), a source's buckets, its percentiles, or not at all. */
export const liveDistribution = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("sketch"),
    all: encodedSketch,
    /** For the failed requests; null: none failed, or they aren't known separately. */
    failed: encodedSketch.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal("buckets"),
    /** The highest value of each bucket, rising; there is one more count for values above. */
    upperBoundsMicros: z.array(micros).min(1).max(1_000),
    counts: z.array(count).max(1_001),
    /** Percentiles that the source states beside its buckets. */
    listedMicros: z.record(percentileName, micros).optional(),
  }),
  z.strictObject({ kind: z.literal("quoted"), micros: z.record(quotedName, z.number().nonnegative()) }),
  z.strictObject({ kind: z.literal("none") }),
]);
export type LiveDistribution = z.infer<typeof liveDistribution>;

/** The values of a cell. An omitted sum, minimum or maximum comes from the sketch; null means unknown. */
export const liveFigures = z.strictObject({
  requests: count,
  errors: count.default(0),
  /** Rows or messages; defaults to the requests. */
  items: count.optional(),
  bytes: z.int().nonnegative().max(MAX_BYTES).default(0),
  sumMicros: z.number().nonnegative().nullable().optional(),
  minMicros: micros.nullable().optional(),
  maxMicros: micros.nullable().optional(),
  distribution: liveDistribution,
});
export type LiveFigures = z.infer<typeof liveFigures>;

/** A cell as it is sent. */
export function writeLiveFigures(cell: Cell): LiveFigures {
  const { requests, errors, items, bytes, sumMicros, minMicros, maxMicros, distribution } = cell;
  const figures = { requests, errors, items, bytes, sumMicros, minMicros, maxMicros };
  return { ...figures, distribution: writeDistribution(distribution) };
}

/** Converts a cell as it was sent. If it contradicts itself, throws `cell-inconsistent`. */
export function readLiveFigures(figures: LiveFigures): Cell {
  const { requests, errors, items = requests, bytes } = figures;
  if (errors > requests) throw inconsistent("has more errors than requests");
  const distribution = readDistribution(figures);
  const own = distribution.kind === "sketch" ? distribution.all : NOTHING_KNOWN;
  const { sumMicros = own.sum, minMicros = own.min, maxMicros = own.max } = figures;
  if (minMicros !== null && maxMicros !== null && minMicros > maxMicros)
    throw inconsistent("has a minimum above its maximum");
  return { requests, errors, items, bytes, sumMicros, minMicros, maxMicros, distribution };
}

const NOTHING_KNOWN = { sum: null, min: null, max: null };

function writeDistribution(distribution: Distribution): LiveDistribution {
  if (distribution.kind !== "sketch") return distribution;
  const { all, failed } = distribution;
  return {
    kind: "sketch",
    all: toBase64(all.encode()),
    failed: failed === null ? null : toBase64(failed.encode()),
  };
}

function readDistribution({ requests, errors, distribution }: LiveFigures): Distribution {
  switch (distribution.kind) {
    case "none":
      return distribution;
    case "quoted":
      return { kind: "quoted", micros: rising(distribution.micros) };
    case "buckets":
      return readBuckets(distribution, requests);
    case "sketch": {
      const all = readSketch(distribution.all, "all");
      const failed = distribution.failed === null ? null : readSketch(distribution.failed, "failed");
      requireCounts({ requests, errors }, all, failed);
      // Empty with errors: none of the failed requests has a latency, so all in the sketch succeeded.
      const hasNone = failed === null || (failed.count === 0 && errors === 0);
      return { kind: "sketch", all, failed: hasNone ? null : failed };
    }
  }
}

/** Every request has a latency, except failed ones if the source has none for them. */
function requireCounts(
  { requests, errors }: Pick<LiveFigures, "requests" | "errors">,
  all: Sketch,
  failed: Sketch | null,
): void {
  const unknown = failed === null ? errors : errors - failed.count;
  const whole = all.count === requests - unknown || (failed === null && all.count === requests);
  if (unknown < 0)
    throw inconsistent(`counts ${errors} errors, but its sketch of failed requests has ${failed?.count}`);
  if (!whole)
    throw inconsistent(`counts ${requests} requests and ${errors} errors, but its sketch has ${all.count}`);
  if (failed !== null && failed.count > 0 && !isAmong(failed, all))
    throw inconsistent("has failed requests that are missing from the sketch of all requests");
}

/** In the order of the percentiles, which a body may have lost on its way. */
function rising(percentiles: Record<string, number>): Record<string, number> {
  const percentOf = ([name]: readonly [string, number]) => Number(name.slice(1));
  return Object.fromEntries(Object.entries(percentiles).toSorted((a, b) => percentOf(a) - percentOf(b)));
}

function readBuckets(
  { upperBoundsMicros, counts, listedMicros }: Extract<LiveDistribution, { kind: "buckets" }>,
  requests: number,
): Distribution {
  if (counts.length !== upperBoundsMicros.length + 1) throw inconsistent("needs one more count than bounds");
  if (upperBoundsMicros.some((bound, at) => at > 0 && bound <= (upperBoundsMicros[at - 1] ?? 0)))
    throw inconsistent("has bounds that are not in ascending order");
  const counted = counts.reduce((sum, one) => sum + one, 0);
  if (counted !== requests)
    throw inconsistent(`counts ${requests} requests, but its buckets have ${counted}`);
  const buckets = { kind: "buckets", upperBoundsMicros, counts } as const;
  if (listedMicros === undefined) return buckets;
  const known = { requests, minMicros: null, maxMicros: null, distribution: buckets };
  for (const [name, value] of Object.entries(listedMicros)) {
    const range = bucketRange(known, Number(name.slice(1)));
    if (range === null || value < range.lowMicros || value > (range.highMicros ?? Infinity))
      throw inconsistent(`lists ${name} outside of its buckets`);
  }
  return { ...buckets, listedMicros: rising(listedMicros) };
}

function readSketch(base64: string, which: string): Sketch {
  try {
    return Sketch.decode(Buffer.from(base64, "base64"));
  } catch (cause) {
    if (isHeadroomError(cause)) throw inconsistent(`has an invalid sketch (${which})`, cause);
    throw cause;
  }
}

/** The failed requests are part of all: the rest has to be possible. */
function isAmong(part: Sketch, whole: Sketch): boolean {
  if (part.count === whole.count) return toBase64(part.encode()) === toBase64(whole.encode());
  if ((part.min ?? 0) < (whole.min ?? 0) || (part.max ?? 0) > (whole.max ?? 0) || part.sum > whole.sum)
    return false;
  try {
    whole.without(part);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function inconsistent(what: string, cause?: unknown): HeadroomError {
  return new HeadroomError("cell-inconsistent", `The cell ${what}.`, {
    hint: "Send a sketch from `Sketch.encode` of exactly the requests that the cell counts.",
    ...(cause === undefined ? {} : { cause }),
  });
}
