/** One slice of a run, in order; `p50Micros` is null where nothing completed. */
export interface PhasePoint {
  offsetSeconds: number;
  stepSeconds: number;
  throughput: number;
  p50Micros: number | null;
}

/** The judged part of a run, from inclusive to exclusive, or why there is none. */
export type SteadyPhase =
  | { none?: undefined; fromSeconds: number; toSeconds: number; method: string; reason: string }
  | { none: true; reason: string };

export function findSteadyPhase(points: readonly PhasePoint[]): SteadyPhase {
  return { none: true, reason: `not looked for in ${points.length} slices` };
}
