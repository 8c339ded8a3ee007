interface SummaryFigures {
  requests: number;
  errors: number;
  items?: number;
  buckets?: { upperBounds: readonly number[]; counts: readonly number[] };
}

interface SummaryInterval {
  /** Seconds from the start. */
  at: number;
  seconds: number;
  total?: SummaryFigures;
  labels?: readonly ({ label: string } & SummaryFigures)[];
}

export interface Summary {
  tool: string;
  startMillis: number;
  durationSeconds: number;
  intervals: readonly SummaryInterval[];
  gauges: readonly { name: string; unit: string; values: readonly (readonly [number, number])[] }[];
  total?: SummaryFigures;
  labels?: readonly ({ label: string } & SummaryFigures)[];
}

/** A summary over time, as docs/generic-summary.md describes it. Latencies are in milliseconds. */
export function writeSummary({ startMillis, ...summary }: Summary): string {
  const startedAt = new Date(startMillis).toISOString();
  return JSON.stringify({ headroom: 1, latencyUnit: "ms", startedAt, ...summary });
}
