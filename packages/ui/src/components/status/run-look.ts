interface RunLook {
  /** A colour token. */
  color: string;
  hollow: boolean;
}

/** The first run is always grey and hollow, the second blue and filled; the others follow in the order of the series. */
const COLORS = ["--s8", "--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--s7"] as const;

/** Past eight runs colours come again, the second time hollow, and dashed in charts. A run keeps its colour by its place. */
export function runLook(position: number): RunLook {
  return {
    color: `var(${COLORS[position % COLORS.length] ?? "--s8"})`,
    hollow: position === 0 || (position >= COLORS.length && position < COLORS.length * 2),
  };
}
