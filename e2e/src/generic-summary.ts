interface Quoted {
  startedAt?: string;
  durationSeconds?: number;
  requestsPerSecond?: number;
  /** Milliseconds by name: p99. */
  percentiles?: Readonly<Record<string, number>>;
  labels?: readonly { label: string; requests: number; percentiles?: Readonly<Record<string, number>> }[];
}

/** A summary as another tool or an article states it: figures without the requests behind them. */
export function quotedResults(quoted: Quoted): string {
  const { startedAt, durationSeconds = 900, requestsPerSecond, percentiles, labels } = quoted;
  return JSON.stringify({
    headroom: 1,
    tool: "published",
    latencyUnit: "ms",
    durationSeconds,
    ...(startedAt === undefined ? {} : { startedAt }),
    total: {
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      ...(percentiles === undefined ? {} : { percentiles }),
    },
    ...(labels === undefined ? {} : { labels }),
  });
}
