import { SPENDING_SECONDS } from "./stretches.ts";
import type { TalliedCell } from "./stretches.ts";

/** Epoch seconds. */
interface Seconds {
  from: number;
  to: number;
}

/**
 * What of maintenance a budget leaves out: its whole ten minutes. Older traffic is kept in those, and what counts once must
 * not change as it ages. Null: it has none.
 */
export function leftOutOfBudget({ from, to }: Seconds): Seconds | null {
  const whole = {
    from: Math.ceil(from / SPENDING_SECONDS) * SPENDING_SECONDS,
    to: Math.floor(to / SPENDING_SECONDS) * SPENDING_SECONDS,
  };
  return whole.from < whole.to ? whole : null;
}

/** Without the cells of these stretches. */
export function withoutStretches(
  cells: readonly TalliedCell[],
  stretches: readonly Seconds[],
): readonly TalliedCell[] {
  if (stretches.length === 0) return cells;
  return cells.filter(({ second }) => !stretches.some(({ from, to }) => second >= from && second < to));
}
