export interface LetterLook {
  letter: string;
  /** A colour token. */
  color: string;
  hollow: boolean;
  /** What can be read on the dot. */
  ink: string;
}

/** A is always grey and hollow, B always blue and filled; the others follow in the order of the series. */
const COLORS = ["--s8", "--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--s7"] as const;

/** Past eight runs colours come again, the second time hollow and the third time dashed in charts; letters never do. */
export function letterLook(position: number): LetterLook {
  const color = `var(${COLORS[position % COLORS.length] ?? "--s8"})`;
  const hollow = position === 0 || (position >= COLORS.length && position < COLORS.length * 2);
  return {
    letter: String.fromCharCode(65 + (position % 26)),
    color,
    hollow,
    ink: hollow ? "var(--ink)" : `var(--on-${COLORS[position % COLORS.length]?.slice(2) ?? "s8"})`,
  };
}
