import { HeadroomError } from "@headroom/core";

/** What one body may hold. A body with too many series or values is refused, a series or value past another limit is left out. */
export interface SeriesLimits {
  /** Distinct series of a body. */
  series: number;
  /** Values of a body, refused ones included: one takes two bytes if it's empty. */
  values: number;
  tags: number;
  /** In UTF-16 units, as all lengths here. */
  nameLength: number;
  tagLength: number;
  /** Buckets of one histogram, empty ones between others included. */
  buckets: number;
}

/** Prometheus sends up to 2,000 series in a request unless told otherwise, and other agents up to 10,000. */
export const DEFAULT_SERIES_LIMITS: SeriesLimits = {
  series: 100_000,
  values: 500_000,
  tags: 128,
  nameLength: 512,
  tagLength: 2_048,
  buckets: 4_096,
};

export function tooMany(most: number, what: string): HeadroomError {
  return new HeadroomError("batch-too-large", `The body has more than ${most} ${what}.`, {
    hint: "Send fewer series in one request.",
  });
}
