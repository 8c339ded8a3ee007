import type { FigureId } from "../targets/figures.ts";
import { countsOf } from "./few-errors.ts";

/** A figure of one run of a side, with what its error rate is counted from. */
export interface FigureOfRun {
  value: number | null;
  requests: number;
  errors: number | null;
}

/** The geometric mean of several runs. Errors are added up, because some runs have none. */
export function pooledFigure(metric: FigureId, runs: readonly FigureOfRun[]): number | null {
  if (metric === "error-rate" && runs.length > 1) {
    const counts = countsOf(runs);
    return counts === null || counts.requests === 0 ? null : counts.errors / counts.requests;
  }
  const values = runs.map(({ value }) => value);
  if (values.some((value) => value === null)) return null;
  if (values.length === 1) return values[0] ?? null;
  const logs = values.map((value) => Math.log(value ?? 0));
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}
