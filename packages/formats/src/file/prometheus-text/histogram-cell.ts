import { HeadroomError } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { wholeBuckets } from "../../text/whole-buckets.ts";
import { readNumber } from "./exposition.ts";
import type { Series } from "./exposition.ts";
import type { Histogram } from "./choose-histogram.ts";

/** One histogram with one set of labels. */
export interface LabelledHistogram {
  labels: ReadonlyMap<string, string>;
  cell: Cell;
}

interface Parts {
  labels: Map<string, string>;
  line: number;
  buckets: { bound: number; count: number }[];
  sum: number | null;
}

/** The series of a histogram put together: its cumulative buckets become counts of their own. */
export function histogramsOf(
  series: readonly Series[],
  { name, unitMicros }: Histogram,
): LabelledHistogram[] {
  const byLabels = new Map<string, Parts>();
  for (const { name: of, labels, value, line } of series) {
    if (of !== `${name}_bucket` && of !== `${name}_sum`) continue;
    const own = new Map(
      [...labels].filter(([label]) => label !== "le").toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    const key = JSON.stringify([...own]);
    const parts = byLabels.get(key) ?? { labels: own, line, buckets: [], sum: null };
    byLabels.set(key, parts);
    if (of === `${name}_sum`) parts.sum = Number.isFinite(value) && value >= 0 ? value : null;
    else parts.buckets.push({ bound: boundOf(labels, line), count: countOf(value, line) });
  }
  return [...byLabels.values()].map((parts) => ({ labels: parts.labels, cell: cellOf(parts, unitMicros) }));
}

function cellOf({ buckets, sum, line }: Parts, unitMicros: number): Cell {
  const rising = buckets.toSorted((a, b) => a.bound - b.bound);
  const last = rising.at(-1);
  if (last?.bound !== Number.POSITIVE_INFINITY) {
    throw new HeadroomError("file-truncated", `The histogram in line ${line} has no "+Inf" bucket.`, {
      line,
    });
  }
  const counts = rising.map(({ bound, count }, place) => {
    const below = rising[place - 1];
    if (below !== undefined && (below.bound === bound || below.count > count)) {
      throw new HeadroomError(
        "file-unreadable",
        `In the histogram in line ${line}, the bucket le="${bound}" appears twice or counts less than the previous one.`,
        { line },
      );
    }
    return count - (below?.count ?? 0);
  });
  const bounds = rising.slice(0, -1).map(({ bound }) => bound * unitMicros);
  return {
    requests: last.count,
    errors: 0,
    items: last.count,
    bytes: 0,
    sumMicros: sum === null ? null : sum * unitMicros,
    minMicros: null,
    maxMicros: null,
    distribution: bounds.length === 0 ? { kind: "none" } : wholeBuckets(bounds, counts),
  };
}

function boundOf(labels: ReadonlyMap<string, string>, line: number): number {
  const bound = readNumber(labels.get("le") ?? "");
  if (Number.isNaN(bound))
    throw new HeadroomError("file-unreadable", `Line ${line} has no "le" bound.`, { line });
  return bound;
}

function countOf(value: number, line: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new HeadroomError("file-unreadable", `Line ${line} has ${value} as a count.`, { line });
}
