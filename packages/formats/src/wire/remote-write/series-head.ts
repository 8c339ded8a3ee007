import type { ProtoReader } from "../protobuf/proto-reader.ts";
import type { MetricFamily } from "./metric-family.ts";

/** What a time series says about all of its values. */
export interface SeriesHead {
  /** Names and values in turn. */
  labels: readonly string[];
  /** What the series itself says; null if it says nothing. */
  family: Pick<MetricFamily, "type" | "unit"> | null;
  /** 0: it doesn't say. */
  createdMillis: number;
  /** Why none of its values can be used, or null. */
  problem: string | null;
}

/** What differs between the versions of remote write. */
export interface WriteDialect {
  /** The field of the body with the time series. */
  readonly seriesField: number;
  /** The fields of a time series. */
  readonly histogramField: number;
  readonly exemplarField: number;
  /** Metadata that the body sends apart from its series. */
  readonly families: ReadonlyMap<string, MetricFamily>;
  /** Reads the time series that the reader is in to its end. */
  head(reader: ProtoReader): SeriesHead;
  /** Adds the names and values that the current field of an exemplar holds; answers why it can't. */
  exemplarLabels(reader: ProtoReader, into: string[]): string | null;
  /** Where the labels end, if all that the head says is in the bytes before; null: it isn't. */
  labelsEnd(reader: ProtoReader): number | null;
}
