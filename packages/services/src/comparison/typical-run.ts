import { comparedFigure, pooledFigure } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import type { ComparedRun, RunComparison } from "@headroom/contract";
import { figuresOf } from "./compared-run.ts";

type TypicalRun = NonNullable<NonNullable<RunComparison["judged"]>["level"]["typical"]>;

/** What a level is first looked at by. */
const BY = ["p99", "p50", "throughput"] as const satisfies readonly FigureId[];

/** The run of a level that charts show: the one whose figure is nearest to the level's, the newest of several. */
export function typicalRun(newestFirst: readonly ComparedRun[]): TypicalRun | null {
  for (const metric of BY) {
    const values = newestFirst.map((run) => comparedFigure(metric, figuresOf(run)));
    const level = pooledFigure(values);
    if (level === null) continue;
    const apart = values.map((value) => Math.abs((value ?? Number.POSITIVE_INFINITY) - level));
    const nearest = newestFirst[apart.indexOf(Math.min(...apart))];
    if (nearest === undefined) return null;
    const { id, number, summary, hasTimeline } = nearest;
    return { id, number, summary, hasTimeline };
  }
  return null;
}
