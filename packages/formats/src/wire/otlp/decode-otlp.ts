import type { MetricSink } from "@headroom/core";
import { DEFAULT_SERIES_LIMITS } from "../series-limits.ts";
import type { SeriesLimits } from "../series-limits.ts";
import { inOne } from "../slices.ts";
import type { Slices } from "../slices.ts";
import type { Tag } from "../tags.ts";
import { OtlpHandOver } from "./hand-over.ts";
import { readJsonBody } from "./json-body.ts";
import { readProtobufBody } from "./protobuf-body.ts";

export interface OtlpOptions {
  /** As the Content-Type says: `application/x-protobuf` or `application/json`. */
  encoding: OtlpEncoding;
  limits?: Partial<SeriesLimits>;
  /** Gets the attributes of each resource. */
  resource?: ((attributes: readonly Tag[]) => void) | undefined;
}

export type OtlpEncoding = "protobuf" | "json";

export interface OtlpResult {
  /** Points that were handed over. */
  points: number;
  /** Points that were refused: the answer's `rejectedDataPoints`. */
  refused: number;
}

/**
 * Hands over the points of an OTLP metrics request, once gzip is decoded. If it throws, drop what the sink already
 * has: the body is unreadable as a whole.
 */
export function* otlpSlices(
  body: Uint8Array,
  { encoding, limits, resource = () => {} }: OtlpOptions,
  sink: MetricSink,
): Slices<OtlpResult> {
  const all = { ...DEFAULT_SERIES_LIMITS, ...limits };
  const handOver = new OtlpHandOver(sink, all, resource);
  const read = encoding === "json" ? readJsonBody : readProtobufBody;
  yield* read(body, all.tagLength, handOver);
  return { points: handOver.points, refused: handOver.refused };
}

export function decodeOtlp(body: Uint8Array, options: OtlpOptions, sink: MetricSink): OtlpResult {
  return inOne(otlpSlices(body, options, sink));
}
