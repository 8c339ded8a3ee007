export interface Range {
  low: number;
  high: number;
}

/** What a test saw under one load. Null: its source doesn't say. */
export interface TestedLoad {
  /** When it ran, in milliseconds since 1970. */
  ranAt: number;
  /** Requests a second, failed ones included. */
  load: number;
  /** From 0 to 1. */
  errorRate: number | null;
  p99Ms: Range | null;
}

export type TestedMeasure = "errorRate" | "p99Ms";

/** A measure by load: what lies between two tested loads is between what these saw, if it gets no better as the load rises. */
export interface Response {
  /** The highest load that was tested. */
  tested: number;
  at: (load: number) => Range | null;
}

interface Seen extends Range {
  ranAt: number;
  load: number;
}

/** Null: no test says anything about it. */
export function responseOf(tests: readonly TestedLoad[], measure: TestedMeasure): Response | null {
  const seen = uncontradicted(
    tests
      .flatMap((test) => {
        const value = test[measure];
        const range = typeof value === "number" ? { low: value, high: value } : value;
        return range === null ? [] : [{ ranAt: test.ranAt, load: test.load, ...range }];
      })
      .toSorted((a, b) => a.load - b.load),
  );
  const most = seen.at(-1);
  if (most === undefined) return null;
  return { tested: most.load, at: (load) => between(seen, load) };
}

/**
 * Without what a later test contradicts: one that did better under at least that load, because something was fixed since,
 * or worse under at most that load.
 */
function uncontradicted(seen: readonly Seen[]): Seen[] {
  return seen.filter((one) =>
    seen.every((later) => {
      if (later.ranAt <= one.ranAt) return true;
      const isBetter = later.load >= one.load && later.high < one.low;
      const isWorse = later.load <= one.load && later.low > one.high;
      return !isBetter && !isWorse;
    }),
  );
}

/** Null: above everything that was tested. Below it, there may be less to see, or nothing. */
function between(seen: readonly Seen[], load: number): Range | null {
  const above = seen.find((one) => one.load >= load);
  if (above === undefined) return null;
  const below = seen.findLast((one) => one.load < load);
  if (below === undefined) return { low: 0, high: above.high };
  return { low: Math.min(below.low, above.low), high: Math.max(below.high, above.high) };
}
