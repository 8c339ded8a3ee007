import type { Cell, Distribution } from "../cell/cell.ts";

/** With whole counts and whole microseconds, as cells are stored; what isn't a number is unknown. */
export function storableCell(cell: Cell): Cell {
  const micros = (value: number | null) =>
    value === null || !(value >= 0) || value > Number.MAX_SAFE_INTEGER ? null : value;
  const rounded = (value: number | null) => (value === null ? null : Math.round(value));
  const count = (value: number) => (value >= 0 ? Math.round(Math.min(value, Number.MAX_SAFE_INTEGER)) : 0);
  return {
    requests: count(cell.requests),
    errors: count(cell.errors),
    items: count(cell.items),
    bytes: count(cell.bytes),
    sumMicros: micros(cell.sumMicros),
    minMicros: rounded(micros(cell.minMicros)),
    maxMicros: rounded(micros(cell.maxMicros)),
    distribution: cell.distribution,
  };
}

const RANK: Record<Distribution["kind"], number> = { sketch: 3, buckets: 2, quoted: 1, none: 0 };

/** One whole that two files describe: what the first doesn't say is taken from the second; nothing is added up. */
export function combineTotals(first: Cell | null, second: Cell): Cell {
  if (first === null) return second;
  const counts = first.requests > 0 || second.requests === 0 ? first : second;
  return {
    requests: counts.requests,
    errors: counts.errors,
    items: counts.items,
    bytes: first.bytes === 0 ? second.bytes : first.bytes,
    sumMicros: first.sumMicros ?? second.sumMicros,
    minMicros: first.minMicros ?? second.minMicros,
    maxMicros: first.maxMicros ?? second.maxMicros,
    distribution: better(first.distribution, second.distribution),
  };
}

function better(first: Distribution, second: Distribution): Distribution {
  if (first.kind === "quoted" && second.kind === "quoted") {
    // The one that quotes more percentiles is more precise: a table beside a report in whole milliseconds.
    const [coarse, fine] = sizeOf(second.micros) > sizeOf(first.micros) ? [first, second] : [second, first];
    return { kind: "quoted", micros: { ...coarse.micros, ...fine.micros } };
  }
  return RANK[second.kind] > RANK[first.kind] ? second : first;
}

function sizeOf(micros: Record<string, number>): number {
  return Object.keys(micros).length;
}
