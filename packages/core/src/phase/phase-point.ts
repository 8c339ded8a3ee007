/** One slice of a run, in order; latencies are null where nothing completed. */
export interface PhasePoint {
  offsetSeconds: number;
  stepSeconds: number;
  /** Completed requests per second. */
  throughput: number;
  p50Micros: number | null;
  minMicros?: number | null;
  maxMicros?: number | null;
  /** Failed requests per second. */
  errors?: number;
  /** How many users were active, where that is the load; null or left out: not known. */
  users?: number | null;
}

/** A stretch of a run in seconds from its origin: from inclusive to exclusive. */
export interface Span {
  fromSeconds: number;
  toSeconds: number;
}
