import { chooseDrawing, mergeAllCells, sliceWidth } from "@headroom/core";
import type { Cell, RunTimeline } from "@headroom/core";

export interface Stretch {
  /** In seconds from the run's origin: from inclusive to exclusive. */
  fromSeconds: number;
  toSeconds: number;
}

/** A run or one of its labels over time, in memory: the cells of its finest step, in the stretch of the run. */
export class MemorySeries {
  readonly finestStepSeconds: number;
  readonly #run: Stretch;
  readonly #cells = new Map<number, Cell[]>();

  constructor(finestStepSeconds: number, run: Stretch) {
    this.finestStepSeconds = finestStepSeconds;
    this.#run = run;
  }

  add(offsetSeconds: number, cell: Cell): void {
    const there = this.#cells.get(offsetSeconds);
    if (there === undefined) this.#cells.set(offsetSeconds, [cell]);
    else there.push(cell);
  }

  /** In at most so many points. */
  timeline(maxPoints: number): RunTimeline {
    const { pointSeconds, fromSeconds, toSeconds } = chooseDrawing(
      this.#run,
      this.finestStepSeconds,
      maxPoints,
    );
    const count = Math.max(0, Math.round((toSeconds - fromSeconds) / pointSeconds));
    const cells = this.#slices(fromSeconds, pointSeconds, count);
    const points = cells.flatMap((cell, at) =>
      cell === null ? [] : [{ offsetSeconds: fromSeconds + at * pointSeconds, cell }],
    );
    return { pointSeconds, fromSeconds, toSeconds, points };
  }

  /** The whole steps inside a stretch, merged. Null: it is shorter than a step. */
  window({ fromSeconds, toSeconds }: Stretch): (Stretch & { cell: Cell }) | null {
    const step = this.finestStepSeconds;
    const from = Math.ceil(fromSeconds / step) * step;
    const to = Math.floor(toSeconds / step) * step;
    if (from >= to) return null;
    const inside = [...this.#cells].filter(([offset]) => offset >= from && offset < to);
    return { fromSeconds: from, toSeconds: to, cell: mergeAllCells(inside.flatMap(([, cells]) => cells)) };
  }

  /** Equal slices that are completely inside a stretch. */
  slices(stretch: Stretch): (Cell | null)[] {
    const start = Math.max(stretch.fromSeconds, this.#run.fromSeconds);
    const end = Math.min(stretch.toSeconds, this.#run.toSeconds);
    const width = sliceWidth(end - start, this.finestStepSeconds);
    const from = Math.ceil(start / width) * width;
    return this.#slices(from, width, Math.max(0, Math.floor((end - from) / width)));
  }

  #slices(from: number, width: number, count: number): (Cell | null)[] {
    const slices: Cell[][] = Array.from({ length: count }, () => []);
    for (const [offset, cells] of this.#cells) slices[Math.floor((offset - from) / width)]?.push(...cells);
    return slices.map((cells) => (cells.length === 0 ? null : mergeAllCells(cells)));
  }
}
