import type { StepSeconds } from "@headroom/core";

/** A series in whole steps, from inclusive to exclusive. */
export interface PlannedSeries {
  seriesId: number;
  stepSeconds: StepSeconds;
  fromSeconds: number;
  toSeconds: number;
}

/** Cells that are read together. */
export interface CellPage {
  seriesIds: readonly number[];
  stepSeconds: StepSeconds;
  fromSeconds: number;
  toSeconds: number;
}

/** Splits series into pages of a limited number of cells, in the order of the series, and of time within each. */
export function* planCellPages(series: readonly PlannedSeries[], cellsAtOnce: number): Generator<CellPage> {
  for (let at = 0; at < series.length;) {
    const first = series[at];
    if (first === undefined) return;
    const { stepSeconds, fromSeconds, toSeconds } = first;
    const together = Math.floor((cellsAtOnce * stepSeconds) / Math.max(stepSeconds, toSeconds - fromSeconds));
    let next = at + 1;
    while (next < at + together && isAlike(first, series[next])) next++;
    const seriesIds = series.slice(at, next).map(({ seriesId }) => seriesId);
    const most = Math.max(1, cellsAtOnce) * stepSeconds;
    for (let from = fromSeconds; from < toSeconds; from += most)
      yield { seriesIds, stepSeconds, fromSeconds: from, toSeconds: Math.min(toSeconds, from + most) };
    at = next;
  }
}

function isAlike(a: PlannedSeries, b: PlannedSeries | undefined): boolean {
  return a.stepSeconds === b?.stepSeconds && a.fromSeconds === b.fromSeconds && a.toSeconds === b.toSeconds;
}

/**
 * A window in whole steps: for a whole run all that it touches, and for a part of it only those inside, as `GET /v1/runs/{id}/window`
 * counts them. A window inside a single step is that step.
 */
export function wholeSteps(
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds: number },
  stepSeconds: number,
  isWhole: boolean,
): { fromSeconds: number; toSeconds: number } {
  const down = (seconds: number) => Math.floor(seconds / stepSeconds) * stepSeconds;
  const up = (seconds: number) => Math.ceil(seconds / stepSeconds) * stepSeconds;
  if (!isWhole && up(fromSeconds) < down(toSeconds))
    return { fromSeconds: up(fromSeconds), toSeconds: down(toSeconds) };
  return {
    fromSeconds: down(fromSeconds),
    toSeconds: Math.max(down(fromSeconds) + stepSeconds, up(toSeconds)),
  };
}
