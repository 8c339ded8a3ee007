import type { MetricStatistic } from "@headroom/contract";
import { FIGURES } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { ChangeState } from "@headroom/ui";

/** A change as it is drawn in its row: ratios, turned so that right is faster. */
export interface ChangeBar {
  at: number;
  from: number | null;
  to: number | null;
  /** What this pair could not show is between its inverse and it. */
  block: number | null;
  state: ChangeState;
}

type Known = Pick<MetricStatistic, "interval" | "smallestDetectable">;

/** Null: there is no ratio. */
export function changeBar(
  metric: FigureId,
  times: number | null,
  { found, state }: { found: Known | null; state: ChangeState },
): ChangeBar | null {
  if (times === null || !(times > 0)) return null;
  const turn = (value: number) => (FIGURES[metric].better === "higher" ? value : 1 / value);
  const smallest = found?.smallestDetectable ?? null;
  return {
    at: turn(times),
    ...endsOf(found?.interval ?? null, turn),
    block: smallest === null ? null : 1 + smallest,
    state,
  };
}

function endsOf(
  interval: Known["interval"],
  turn: (value: number) => number,
): Pick<ChangeBar, "from" | "to"> {
  if (interval === null || interval.high === null || interval.low <= 0) return { from: null, to: null };
  const [one, other] = [turn(interval.low), turn(interval.high)];
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** How far the bars of a table reach: the same to both sides, so that no change is in the middle. */
export function barReach(bars: readonly (ChangeBar | null)[]): number {
  const ends = bars.flatMap((bar) =>
    bar === null ? [] : [bar.at, bar.from ?? 1, bar.to ?? 1, bar.block ?? 1],
  );
  const most = ends.reduce((far, end) => Math.max(far, end, 1 / end), 1.1);
  return Math.min(most * 1.03, 20);
}
