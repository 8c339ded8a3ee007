import type { Cell } from "@headroom/core";
import { withoutNoise } from "./text/unit-value.ts";

/** The values of a summary as in its file. Absent, null or non-numeric means unknown. */
export interface GivenFigures {
  /** Null: the file doesn't say. */
  requests: number | null;
  errors?: number;
  /** Rows or messages, if one request carries many. */
  items?: number;
  bytes?: number;
  mean?: number | null;
  min?: number | null;
  max?: number | null;
  /** The tool's own percentiles, by name: "p50", "p99.9". */
  percentiles?: Readonly<Record<string, number | null | undefined>>;
}

const PERCENTILE_NAME = /^p(100|\d{1,2}(\.\d{1,4})?)$/;

/** A cell from a tool's own figures; `unitMicros` is the length of one unit of its latencies. */
export function givenCell(figures: GivenFigures, unitMicros: number): Cell {
  const { requests, mean, min, max } = figures;
  const counted = requests ?? 0;
  const { errors = 0, items = counted, bytes = 0 } = figures;
  const micros = (value: number | null | undefined): number | null =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value * unitMicros : null;
  const quoted = quotedMicros(figures, micros);
  const meanMicros = micros(mean);
  return {
    requests: counted,
    errors,
    items,
    bytes,
    sumMicros: meanMicros === null || requests === null ? null : meanMicros * requests,
    minMicros: micros(min),
    maxMicros: micros(max),
    distribution: Object.keys(quoted).length === 0 ? { kind: "none" } : { kind: "quoted", micros: quoted },
  };
}

/** The tool's own percentiles; and its mean, which is no sum where it doesn't say of how many requests. */
function quotedMicros(
  { requests, mean, percentiles = {} }: GivenFigures,
  micros: (value: number | null | undefined) => number | null,
): Record<string, number> {
  const named = Object.entries(percentiles).filter(([name]) => PERCENTILE_NAME.test(name));
  const given = requests === null ? [...named, ["mean", mean] as const] : named;
  return Object.fromEntries(
    given.flatMap(([name, value]) => {
      const known = micros(value);
      return known === null ? [] : [[name, withoutNoise(known)]];
    }),
  );
}
