export type Edge = "from" | "to";

interface MovedEdge {
  edge: Edge;
  to: number;
  /** Where the other edge stands. */
  other: number;
  step: number;
  time: readonly [number, number];
}

/** Both edges after one was moved: on a whole step, inside the run, at least one step apart. */
export function movedEdge({ edge, to, other, step, time }: MovedEdge): [number, number] {
  const whole = Math.round(to / step) * step;
  if (edge === "from") return [Math.max(time[0], Math.min(whole, other - step)), other];
  return [other, Math.min(time[1], Math.max(whole, other + step))];
}
