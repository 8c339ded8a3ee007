import type { Cell } from "@headroom/core";
import { withoutNoise } from "./text/unit-value.ts";

/** The values of a summary as in its file. Absent, null or non-numeric means unknown. */
export interface GivenFigures {
  requests: number;
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
  const { requests, errors = 0, items = requests, bytes = 0, mean, min, max, percentiles = {} } = figures;
  const micros = (value: number | null | undefined): number | null =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value * unitMicros : null;
  const quoted: Record<string, number> = {};
  for (const [name, value] of Object.entries(percentiles)) {
    const known = micros(value);
    if (known !== null && PERCENTILE_NAME.test(name)) quoted[name] = withoutNoise(known);
  }
  const meanMicros = micros(mean);
  return {
    requests,
    errors,
    items,
    bytes,
    sumMicros: meanMicros === null ? null : meanMicros * requests,
    minMicros: micros(min),
    maxMicros: micros(max),
    distribution: Object.keys(quoted).length === 0 ? { kind: "none" } : { kind: "quoted", micros: quoted },
  };
}
